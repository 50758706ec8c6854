import { requests, type RequestName } from '../../shared/contract.ts'
import { found } from './found.ts'
import { isObject } from '../plausible.ts'
import type { Script, SetApp } from './script.ts'

/** What a request reads or changes. */
export interface Thing {
  readonly now: object
  keep(changed: object): void
}

/** The script's lists whose things requests name one by one, each with the field that names a thing and a request that answers with one. */
const lists = [
  ['purchases', 'id', 'purchases.get'],
  ['external', 'id', 'external.get'],
  ['drafts', 'id', 'drafts.get'],
  ['transfers', 'id', 'transfers.get'],
  ['codes', 'id', 'codes.mark'],
  ['sales', 'purchaseId', 'sales.print'],
  ['shifts', 'number', 'shift.report'],
  ['variants', 'sku', 'catalog.variant'],
] as const satisfies readonly (readonly [keyof Script, string, RequestName])[]

/** Returns the thing that a request is about and answers with: the app, or one of a list. Throws `not-found` if it names none of the list. */
export function thingFor(script: Script, setApp: SetApp, name: RequestName, input: unknown): Thing | null {
  const { output } = requests[name]
  if (output === requests['app.get'].output)
    return { now: script.app, keep: (app) => void (name === 'app.get' || setApp(app)) }
  const kind = lists.find(([, , one]) => requests[one].output === output)
  if (!kind || !isObject(input) || /\.(confirm|save)$/.test(name)) return null
  const [list, key] = kind
  const things: readonly object[] = script[list]
  const wanted = input[key] ?? null
  if (wanted === null) return null
  const now = found(things, (one) => isObject(one) && one[key] === wanted)
  return { now, keep: (changed) => Object.assign(script, { [list]: things.with(things.indexOf(now), changed) }) }
}
