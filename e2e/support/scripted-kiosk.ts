import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { ClerkView, KioskView, WrongPinsView } from '../../src/shared/kiosk/views.ts'
import { createScriptedSlips, scriptedShop, type SlipsScript } from './scripted-slips.ts'

type App = RequestOutput<'app.get'>
type Request = Extract<RequestName, `kiosk.${string}` | `clerks.${string}` | `shop.${string}` | `policy.${string}`>

/** What a show or a test may change about a till in a shop. */
export interface KioskScript extends SlipsScript {
  clerks: (ClerkView & { pin: string })[]
  /** Those that the manager has not seen yet. */
  wrongPins: WrongPinsView[]
  /** What the policy names and is not on sale. */
  unsold: RequestOutput<'policy.unsold'>
}

/** A Till at home: whoever is here is the manager. */
export const atHome: KioskView = { on: false, role: 'manager', clerk: null }

/** A shop where nobody works yet. */
export function scriptedKiosk(): KioskScript {
  return { clerks: [], wrongPins: [], unsold: [], shop: structuredClone(scriptedShop) }
}

/** Plays the part of main for a till in a shop. */
export function createScriptedKiosk(
  script: KioskScript & { readonly app: App },
  password: (text: string) => void,
  setApp: (change: Partial<App>) => App,
): { [N in Request]: (input: RequestArgument<N>) => RequestOutput<N> } {
  const list = (): ClerkView[] => script.clerks
  const clerk = (id: string): KioskScript['clerks'][number] => {
    const found = script.clerks.find((one) => one.id === id)
    if (!found) throw new AppError('not-found', 'No such clerk')
    return found
  }
  const seat = (kiosk: KioskView): App => setApp({ kiosk })
  return {
    'kiosk.begin'(input) {
      password(input.password)
      return seat({ on: true, role: 'manager', clerk: null })
    },
    'kiosk.end'(input) {
      password(input.password)
      return seat(atHome)
    },
    'kiosk.sit'({ clerk: id, pin }) {
      const found = clerk(id)
      if (found.lockedOut) throw new AppError('throttled', 'Locked out', { details: { reason: 'locked-out' } })
      if (found.pin !== pin) throw new AppError('wrong-pin', 'Wrong')
      return seat({ on: true, role: 'clerk', clerk: found })
    },
    'kiosk.manage'(input) {
      password(input.password)
      return setApp({ locked: false, kiosk: { on: true, role: 'manager', clerk: null } })
    },
    'kiosk.rise': () =>
      seat({ on: script.app.kiosk.on, role: script.app.kiosk.on ? 'nobody' : 'manager', clerk: null }),
    'kiosk.close': () => undefined,
    'policy.unsold': () => script.unsold,
    'clerks.list': list,
    'clerks.add'(person) {
      script.clerks.push({ ...person, id: crypto.randomUUID(), lockedOut: false })
      return list()
    },
    'clerks.change'({ id, ...person }) {
      Object.assign(clerk(id), person)
      return list()
    },
    'clerks.setPin'({ id, pin }) {
      Object.assign(clerk(id), { pin, lockedOut: false })
      return list()
    },
    'clerks.remove'({ id }) {
      script.clerks = script.clerks.filter((one) => one.id !== id)
      return list()
    },
    'clerks.wrongPins': () => script.wrongPins,
    'clerks.seeWrongPins': () => void (script.wrongPins = []),
    ...createScriptedSlips(script),
  }
}
