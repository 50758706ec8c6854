import { AppError } from '../../shared/errors.ts'
import type { KioskView } from '../../shared/kiosk/views.ts'
import { appView, type AppView } from '../../shared/app/views.ts'
import type { AccountView } from '../../shared/wallet/views.ts'
import { plausible } from './plausible.ts'

/** The moment so many minutes ago. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

/** The first of `list` that is meant. */
export function found<T>(list: readonly T[], isMeant: (one: T) => boolean): T {
  const first = list.find(isMeant)
  if (first === undefined) throw new AppError('not-found', 'No such thing')
  return first
}

/** The list with what `change` says of the one that has the same `key`. */
export function changed<T extends object, K extends keyof T>(
  list: readonly T[],
  key: K,
  change: Partial<T> & Pick<T, K>,
): T[] {
  return list.map((one) => (one[key] === change[key] ? { ...one, ...change } : one))
}

export const scriptedAddress = '0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE'

/** The words of the scripted wallet. */
export const scriptedWords = 'orbit lemon hazard quiet velvet tunnel pencil garden metal summer fiber anchor'.split(' ')

/** A Till at home: whoever is here is the manager. */
export const atHome: KioskView = { on: false, role: 'manager', clerk: null }

export const scriptedApp: AppView = plausible(appView, {
  kiosk: atHome,
  version: '0.1.0',
  shell: 'chromium',
  profile: {
    ...{ id: 'sandbox', name: 'Sandbox', baseUrl: 'http://127.0.0.1:4010', integrator: 'till', hasToken: true },
    ...{ requestsPerHour: 100, quoteMaxAgeSeconds: 60, faucet: true, playMoney: true },
  },
  offersSandbox: true,
  wallet: { address: scriptedAddress, name: '', colour: 'teal', inUse: true },
  settings: { locale: 'en', theme: 'system', lockAfterMinutes: 5, idleMinutes: 2, homeCountry: 'MX' },
  secretStore: true,
})

export const scriptedAccounts: AccountView[] = scriptedApp.wallet === null ? [] : [scriptedApp.wallet]
