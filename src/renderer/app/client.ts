import type {
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestOutput,
  TillBridge,
} from '../../shared/contract.ts'
import { AppError, errorCodes, type ErrorCode } from '../../shared/errors.ts'

declare global {
  interface Window {
    readonly till: TillBridge
  }
}

type InputOf<N extends RequestName> = undefined extends RequestInput<N> ? [] : [input: RequestInput<N>]

function isErrorCode(code: string): code is ErrorCode {
  return errorCodes.some((known) => known === code)
}

/** Asks main for `name`; answers its value or throws the AppError that main named. */
export async function request<N extends RequestName>(name: N, ...[input]: InputOf<N>): Promise<RequestOutput<N>> {
  // Reactive proxies do not cross the bridge, so what is sent is a plain copy.
  const plain: unknown = input === undefined ? undefined : JSON.parse(JSON.stringify(input))
  const reply = await window.till.request(name, plain)
  // Main has parsed every answer with the contract's schema before it sent it.
  if (reply.ok) return reply.value as RequestOutput<N>
  const { code, message, details } = reply.error
  throw new AppError(isErrorCode(code) ? code : 'internal', message, details ? { details } : {})
}

/** Listens to what main says of its own accord; answers the function that stops it. */
export function onEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return window.till.on(name, (payload) => listener(payload as EventPayload<N>))
}
