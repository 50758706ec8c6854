import type {
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestOutput,
  TillBridge,
} from '../../../shared/contract.ts'
import { fromSentError } from '../../../shared/errors.ts'
import { consumePrefetched } from '../start/prefetched.ts'
import { useAppStore } from '../stores/app-store.ts'

declare global {
  interface Window {
    readonly till: TillBridge
  }
}

type InputOf<N extends RequestName> =
  undefined extends RequestInput<N> ? [input?: RequestInput<N>] : [input: RequestInput<N>]

/** In these the user typed a code, key or recovery phrase. */
const typedSecrets: ReadonlySet<RequestName> = new Set(['codes.keep', 'codes.findSame', 'accounts.import'])
/** Their answers hold one. */
const shownSecrets: ReadonlySet<RequestName> = new Set(['codes.reveal', 'vault.reveal', 'accounts.revealKey'])

const awaited = new Set<Promise<unknown>>()

/** Returns whether main has unanswered requests. */
export function isAwaiting(): boolean {
  return awaited.size > 0
}

/** Resolves once main has answered every request sent until now. */
export async function allAnswered(): Promise<void> {
  await Promise.allSettled(awaited)
}

/** Sends request `name` to main; returns its value or throws main's AppError. */
export async function request<N extends RequestName>(name: N, ...[input]: InputOf<N>): Promise<RequestOutput<N>> {
  const ahead = consumePrefetched(name, input)
  if (ahead) return ahead.value as RequestOutput<N>
  if (typedSecrets.has(name)) useAppStore().holdsSecret = true
  const pending = window.till.request(name, toPlain(input))
  awaited.add(pending)
  const reply = await pending.finally(() => awaited.delete(pending))
  if (reply.ok && (shownSecrets.has(name) || hasCodes(name, reply.value))) useAppStore().holdsSecret = true
  // Main parses every answer with the contract's schema before it sends it.
  if (reply.ok) return reply.value as RequestOutput<N>
  throw fromSentError(reply.error)
}

/** Returns whether an answer is a receipt with codes on it. */
function hasCodes(name: RequestName, value: unknown): boolean {
  return name === 'sales.receipt' && (value as RequestOutput<'sales.receipt'>).codes.length > 0
}

/**
 * Copies a value without reactive proxies, which cannot cross the bridge. It creates no serialized text, since that could not be
 * overwritten.
 */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.map(([key, one]) => [key, toPlain(one)]))
}

/** Listens to an event of main; returns the function that stops listening. */
export function onEvent<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return window.till.on(name, (payload) => listener(payload as EventPayload<N>))
}
