import { isAddressEqual, type Address } from 'viem'
import type { TransferWarning } from '../../shared/transfers/views.ts'

/** An address that this wallet knows, and how it came to know it. */
export interface KnownAddress {
  readonly address: Address
  /** What a person reads of it; null where it has no name. */
  readonly name: string | null
  readonly as: 'own' | 'named' | 'sent' | 'paid' | 'contract'
}

/** What is known of a recipient; what only its network knows is null until the network is asked. */
export interface RecipientFacts {
  readonly recipient: Address
  readonly known: readonly KnownAddress[]
  readonly isContract: boolean | null
  readonly wasUsed: boolean | null
  /** Addresses that were pasted or lie on the clipboard. */
  readonly copied: readonly Address[]
  /** Whether something left the wallet that nobody explains: it may be what is to be sent now. */
  readonly isUnanswered: boolean
}

const SIGNS = 4
const strong: readonly TransferWarning['warning'][] = ['look-alike', 'clipboard', 'unanswered', 'known-contract']

/** Returns every warning about sending to a recipient, most serious first; pure. */
export function warnOf({
  recipient,
  known,
  isContract,
  wasUsed,
  copied,
  isUnanswered,
}: RecipientFacts): TransferWarning[] {
  const is = (one: { readonly address: Address }): boolean => isAddressEqual(one.address, recipient)
  const knownAs = (...as: KnownAddress['as'][]): boolean => known.some((one) => is(one) && as.includes(one.as))
  const like = known.find(({ address }) => looksLike(recipient, address))
  const onClipboard = copied.find((address) => !isAddressEqual(address, recipient))
  const named = (address: Address): TransferWarning['other'] => ({
    address,
    name: known.find((one) => isAddressEqual(one.address, address) && one.name !== null)?.name ?? null,
  })
  const isOwn = knownAs('own')
  const warnings: (readonly [TransferWarning['warning'], TransferWarning['other'] | false])[] = [
    ['look-alike', like !== undefined && named(like.address)],
    ['clipboard', onClipboard !== undefined && named(onClipboard)],
    ['unanswered', isUnanswered && null],
    ['known-contract', knownAs('contract') && null],
    ['contract', isContract === true && !knownAs('contract') && null],
    ['never-used', wasUsed === false && isContract !== true && !isOwn && null],
    ['first-time', !isOwn && !knownAs('sent') && null],
    ['own-account', isOwn && null],
  ]
  return warnings.flatMap(([warning, other]) =>
    other === false ? [] : [{ warning, strong: strong.includes(warning), other }],
  )
}

/** Whether two addresses are different and yet begin and end with the same four signs, as people compare them. */
export function looksLike(one: Address, other: Address): boolean {
  const [left, right] = [signsOf(one), signsOf(other)]
  return left !== right && left.slice(0, SIGNS) === right.slice(0, SIGNS) && left.slice(-SIGNS) === right.slice(-SIGNS)
}

/**
 * Which group of four signs a person types before a recipient with strong warnings is sent to: the first in which it differs from what
 * it resembles, else the last; null where nothing strong speaks against it.
 */
export function groupToType(recipient: Address, warnings: readonly TransferWarning[]): number | null {
  if (!warnings.some((one) => one.strong)) return null
  const like = warnings.find(({ warning }) => warning === 'look-alike')?.other?.address
  const groups = groupsOf(recipient)
  if (like === undefined) return groups.length - 1
  const others = groupsOf(like)
  return groups.findIndex((group, index) => group !== others[index])
}

/** The signs of an address after 0x, in lower case, in groups of four. */
export function groupsOf(address: Address): string[] {
  return signsOf(address).match(/.{4}/g) ?? []
}

/** The one address in a text, such as what lies on a clipboard; null where there is none, or more than one. */
export function addressIn(text: string): Address | null {
  const found = text.match(/(?<![0-9a-zA-Z])0x[0-9a-fA-F]{40}(?![0-9a-zA-Z])/g) ?? []
  return found.length === 1 ? (found[0] as Address) : null
}

const signsOf = (address: Address): string => address.slice(2).toLowerCase()
