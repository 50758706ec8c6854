import { getAddress, isAddress, isHex, type Address, type Hex } from 'viem'
import { z } from 'zod'
import { cleanName } from '../../../shared/clean-name.ts'
import { findUnsupportedField } from './unsupported-fields.ts'

const MAX_UINT256 = 2n ** 256n - 1n

/** A whole number as hex or decimal text, or as a JSON number within the safe range. */
const quantity = z.union([z.string(), z.number()]).transform((value, context) => {
  const wellFormed =
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value >= 0
      : /^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)
  const number = wellFormed ? BigInt(value) : null
  if (number !== null && number <= MAX_UINT256) return number
  context.addIssue({ code: 'custom', message: 'not a quantity' })
  return z.NEVER
})

/** An optional field: absent, null and empty text are the same. */
const optional = <S extends z.ZodType>(shape: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), shape.nullable())

const optionalQuantity = optional(quantity)

const smallNumber = quantity.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER)).transform(Number)

/** A transaction type as libraries write it: 2, "2", "0x2" or "eip1559". */
const transactionType = z.preprocess((value) => (value === 'eip1559' ? 2 : value === 'legacy' ? 0 : value), smallNumber)

const address = z
  .string()
  .refine((value) => isAddress(value))
  .transform((value): Address => getAddress(value))

const data = z
  .string()
  .max(200_000)
  .refine((value) => isHex(value) && value.length % 2 === 0)
  .transform((value) => value.toLowerCase() as Hex)

/** The fields Till knows; a `nonce` is accepted and ignored, since Till manages nonces. */
const knownFields = z
  .object({
    chainId: smallNumber.pipe(z.int().min(1)),
    type: optional(transactionType),
    from: optional(address),
    nonce: optional(smallNumber),
    to: address,
    data: optional(data).transform((value): Hex => value ?? '0x'),
    value: optionalQuantity.transform((value) => value ?? 0n),
    gas: optionalQuantity,
    gasLimit: optionalQuantity,
    gasPrice: optionalQuantity,
    maxFeePerGas: optionalQuantity,
    maxPriorityFeePerGas: optionalQuantity,
  })
  .transform(({ nonce: _nonce, ...request }) => request)
export type TransactionRequest = z.output<typeof knownFields>

/** Why a request was not read, and the field concerned. */
export interface RequestProblem {
  readonly reason: 'malformed-field' | 'unsupported-field'
  readonly field: string
}

/** A request as read, and the names of its ignored fields. */
export type ReadRequest =
  | { readonly ok: true; readonly request: TransactionRequest; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly problem: RequestProblem }

const NAMES_SHOWN = 10

const anyRecord = z.record(z.string(), z.unknown())

/**
 * Reads a quote's payment, with strict rules for known fields. Refuses a field that would change the transaction in a way Till does not
 * support. Ignores any other unknown field, so that it is never signed, and keeps its name.
 */
export function readTransactionRequest(raw: unknown): ReadRequest {
  const fields = anyRecord.safeParse(raw)
  const parsed = knownFields.safeParse(raw)
  if (!fields.success || !parsed.success)
    return refuse('malformed-field', parsed.error?.issues[0]?.path.join('.') ?? '')
  const unsupported = findUnsupportedField(fields.data) ?? findOtherInput(fields.data, parsed.data)
  if (unsupported !== null) return refuse('unsupported-field', unsupported)
  return { ok: true, request: parsed.data, ignored: ignoredNames(Object.keys(fields.data)) }
}

function refuse(reason: RequestProblem['reason'], field: string): ReadRequest {
  return { ok: false, problem: { reason, field: cleanName(field) } }
}

/** Nodes treat `input` as a call's data: a different value contradicts `data`. */
function findOtherInput({ input }: Readonly<Record<string, unknown>>, { data }: TransactionRequest): string | null {
  if (input === undefined || input === null || input === '') return null
  return typeof input === 'string' && input.toLowerCase() === data ? null : 'input'
}

const read: ReadonlySet<string> = new Set([...Object.keys(knownFields.in.shape), 'accessList', 'input'])

function ignoredNames(names: readonly string[]): string[] {
  const unknown = names.filter((name) => !read.has(name)).map(cleanName)
  const shown = unknown.filter((name) => name !== '')
  return shown.length > NAMES_SHOWN ? [...shown.slice(0, NAMES_SHOWN), '…'] : shown
}
