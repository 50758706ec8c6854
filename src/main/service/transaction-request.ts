import { getAddress, isAddress, isHex, type Address, type Hex } from 'viem'
import { z } from 'zod'

const MAX_UINT256 = 2n ** 256n - 1n

/** A whole number as hex or decimal text, or as a safe JSON number. */
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

/** A field that may be left out: absent, null and empty text are one. */
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

/**
 * The payment a quote describes, strictly read: every field well-formed, no field beyond the known ones. A `nonce` and an empty `accessList`
 * say nothing and are left out: nonces are Till's own.
 */
export const transactionRequestShape = z
  .strictObject({
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
    accessList: optional(z.array(z.unknown()).max(0)),
  })
  .transform(({ nonce: _nonce, accessList: _accessList, ...request }) => request)
export type TransactionRequest = z.output<typeof transactionRequestShape>
