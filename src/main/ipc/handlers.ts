import type { RequestArgument, RequestName, RequestOutput } from '../../shared/contract.ts'

/** One handler for every request of the contract; a missing one is a compile error. */
export type Handlers = {
  readonly [N in RequestName]: (input: RequestArgument<N>) => RequestOutput<N> | Promise<RequestOutput<N>>
}

/** The handlers of a domain's requests. */
export type HandlersOf<Requests> = Pick<Handlers, keyof Requests & RequestName>

/** The names of the requests that match a pattern. */
export type NamesOf<Pattern extends string> = Extract<RequestName, Pattern>
