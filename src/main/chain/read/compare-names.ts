import { keccak256, numberToHex, pad, stringToHex, type Hex } from 'viem'
import { argumentsNamed, type NamedArgument } from '../guard/named-arguments.ts'

/** The purchase, under the names that a payment's call may also carry. */
export interface PurchaseNames {
  readonly quoteId: string
  readonly sku: string
  /** The delivery reference; '' for none. */
  readonly reference: string
}

const namesOf = {
  quote: ['quoteid', 'quote', 'quotenumber', 'quoteref'],
  product: ['sku', 'productsku', 'skuid'],
  reference: ['reference', 'serviceref', 'deliveryreference'],
}

/** Returns which of quote, product and delivery a call names differently from the purchase; null for none. */
export function findOtherName(
  args: readonly NamedArgument[],
  { quoteId, sku, reference }: PurchaseNames,
): 'other-quote' | 'other-product' | 'other-reference' | null {
  if (argumentsNamed(args, namesOf.quote).some((one) => !isNameOf(one, quoteId))) return 'other-quote'
  if (argumentsNamed(args, namesOf.product).some((one) => !isNameOf(one, sku))) return 'other-product'
  const isOther = ({ value }: NamedArgument): boolean => typeof value === 'string' && namesAnother(value, reference)
  return argumentsNamed(args, namesOf.reference).some(isOther) ? 'other-reference' : null
}

/** Returns the quote ids in a call, as text. */
export function quoteIdsIn(args: readonly NamedArgument[]): string[] {
  return argumentsNamed(args, namesOf.quote).map(({ value }) => String(value))
}

/**
 * Returns whether an argument represents a text: a number its digits, a string itself, bytes either of them or a UUID. A contract with too
 * little room may carry its hash.
 */
function isNameOf({ type, value }: NamedArgument, text: string): boolean {
  const digits = /^-?\d+$/.test(text) ? BigInt(text) : null
  const hash = keccak256(stringToHex(text))
  if (typeof value === 'bigint' || typeof value === 'number') {
    return BigInt(value) === digits || BigInt(value) === BigInt(hash)
  }
  if (type === 'string') return value === text
  return (
    typeof value === 'string' &&
    bytesOf(text, digits)
      .concat(hash)
      .some((bytes) => isPadded(value, bytes))
  )
}

function bytesOf(text: string, digits: bigint | null): Hex[] {
  const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? text.replaceAll('-', '').toLowerCase()
    : null
  return [
    stringToHex(text),
    ...(digits !== null && digits >= 0n ? [numberToHex(digits)] : []),
    ...(uuid === null ? [] : [`0x${uuid}` as const]),
  ]
}

function isPadded(value: string, bytes: Hex): boolean {
  const size = (value.length - 2) / 2
  const whole: Hex = bytes.length % 2 === 0 ? bytes : `0x0${bytes.slice(2)}`
  if ((whole.length - 2) / 2 > size) return false
  return (['left', 'right'] as const).some((dir) => pad(whole, { dir, size }) === value.toLowerCase())
}

/** Returns whether a reference has the same kind as the given one and another value; an id of the service means nothing. */
function namesAnother(argument: string, given: string): boolean {
  const [phone, givenPhone] = [phoneOf(argument), phoneOf(given)]
  if (phone !== null && givenPhone !== null) return phone !== givenPhone
  return argument.includes('@') && given.includes('@') && argument.trim().toLowerCase() !== given.trim().toLowerCase()
}

function phoneOf(text: string): string | null {
  return /^\+[\d\s().-]{7,24}$/.test(text.trim()) ? text.replace(/\D/g, '') : null
}
