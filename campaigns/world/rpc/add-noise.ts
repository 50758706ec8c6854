import type { Random } from '../random.ts'
import type { NodeFault } from './node-faults.ts'

/** The faults of an address during one question or exchange. */
export interface Condition {
  /** Returns whether a fault holds. */
  has(kind: NodeFault): boolean
  /** Notes that a fault changed an answer. */
  recordFault(kind: NodeFault): void
}

/** Answers question `id` with unrelated noise; null if there is none. */
export function addNoise(id: number, { has, recordFault }: Condition, random: Random): object | null {
  const note = (kind: NodeFault, answered: object): object => {
    recordFault(kind)
    return { jsonrpc: '2.0', id, ...answered }
  }
  if (has('rate-limited-inside')) return note('rate-limited-inside', { error: TOO_MANY })
  if (has('odd-error')) return note('odd-error', { error: random.pick(oddErrors) })
  if (has('null-result')) return note('null-result', { result: null })
  if (has('wrong-id')) return note('wrong-id', { id: id + 1_000_000, result: '0x1' })
  return null
}

const TOO_MANY = { code: -32_005, message: 'daily request count exceeded, request rate limited' }

interface OddError {
  readonly code: number
  readonly message: string
}

/** Codes with one meaning in EIP-1474 and another in besu, and errors without content. */
const oddErrors: readonly [OddError, ...OddError[]] = [
  { code: -32_001, message: 'Resource not found' },
  { code: -32_004, message: 'Upfront cost exceeds account balance' },
  { code: -32_005, message: 'Transaction gas limit exceeds block gas limit' },
  { code: -32_000, message: 'no backend is currently healthy to serve traffic' },
  { code: -32_603, message: 'Internal error' },
]
