import type { RequestArgument, RequestName, RequestOutput } from '../../shared/contract.ts'

/** One handler for every request of the contract; a missing one does not compile. */
export type Handlers = {
  readonly [N in RequestName]: (input: RequestArgument<N>) => RequestOutput<N> | Promise<RequestOutput<N>>
}

/** The handlers of a domain's requests. */
export type HandlersOf<Requests> = Pick<Handlers, keyof Requests & RequestName>

/** The names of requests that fit a pattern. */
export type NamesOf<Pattern extends string> = Extract<RequestName, Pattern>
