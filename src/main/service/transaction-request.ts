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

const optionalQuantity = quantity.nullish().transform((value) => value ?? null)

const smallNumber = quantity.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER)).transform(Number)

const address = z
  .string()
  .refine((value) => isAddress(value))
  .transform((value): Address => getAddress(value))

const data = z
  .string()
  .max(200_000)
  .refine((value) => isHex(value) && value.length % 2 === 0)
  .transform((value) => value.toLowerCase() as Hex)

/** The payment a quote describes, strictly read: every field well-formed, no field beyond the known ones. */
export const transactionRequestShape = z.strictObject({
  chainId: smallNumber.pipe(z.int().min(1)),
  type: smallNumber.nullish().transform((value) => value ?? null),
  to: address,
  data: data.nullish().transform((value): Hex => value ?? '0x'),
  value: optionalQuantity.transform((value) => value ?? 0n),
  gas: optionalQuantity,
  gasLimit: optionalQuantity,
  maxFeePerGas: optionalQuantity,
  maxPriorityFeePerGas: optionalQuantity,
})
export type TransactionRequest = z.output<typeof transactionRequestShape>
