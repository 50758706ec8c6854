import { requests, type RequestArgument, type RequestName, type RequestOutput } from '../../../shared/contract.ts'
import type { AppError } from '../../../shared/errors.ts'

/** One handler for every request of the contract; a missing one is a compile error. */
export type Handlers = {
  readonly [N in RequestName]: (input: RequestArgument<N>) => RequestOutput<N> | Promise<RequestOutput<N>>
}

/** The handlers of a domain's requests. */
export type HandlersOf<Requests> = Pick<Handlers, keyof Requests & RequestName>

/** The names of the requests that match a pattern. */
export type NamesOf<Pattern extends string> = Extract<RequestName, Pattern>

/** Returns a handler for every request: those given, and for all others one that throws `refusal`. */
export function withRefusal(given: Partial<Handlers>, refusal: () => AppError): Handlers {
  const refuse = (): never => {
    throw refusal()
  }
  const all = Object.fromEntries(Object.keys(requests).map((name) => [name, refuse])) as unknown as Handlers
  return { ...all, ...given }
}
