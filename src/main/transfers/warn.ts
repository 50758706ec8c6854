import { isAddressEqual, type Address } from 'viem'
import type { TransferWarning } from '../../shared/transfers/views.ts'

/** An address that this wallet knows, and from where. */
export interface KnownAddress {
  readonly address: Address
  /** The name shown to the person; null for none. */
  readonly name: string | null
  readonly as: 'own' | 'named' | 'sent' | 'paid' | 'contract'
}

/** The facts about a recipient; those that only its network knows are null until it is asked. */
export interface RecipientFacts {
  readonly recipient: Address
  readonly known: readonly KnownAddress[]
  readonly isContract: boolean | null
  readonly wasUsed: boolean | null
  /** Addresses that were pasted or are on the clipboard. */
  readonly copied: readonly Address[]
  /** Whether something left the wallet that nothing explains: it may be what is about to be sent. */
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

/** Returns whether two addresses differ and yet start and end with the same four characters, which is what people compare. */
export function looksLike(one: Address, other: Address): boolean {
  const [left, right] = [signsOf(one), signsOf(other)]
  return left !== right && left.slice(0, SIGNS) === right.slice(0, SIGNS) && left.slice(-SIGNS) === right.slice(-SIGNS)
}

/**
 * Returns the group of four characters that a person types before sending to a recipient with strong warnings: the first that differs from
 * the similar address, else the last; null without strong warnings.
 */
export function groupToType(recipient: Address, warnings: readonly TransferWarning[]): number | null {
  if (!warnings.some((one) => one.strong)) return null
  const like = warnings.find(({ warning }) => warning === 'look-alike')?.other?.address
  const groups = groupsOf(recipient)
  if (like === undefined) return groups.length - 1
  const others = groupsOf(like)
  return groups.findIndex((group, index) => group !== others[index])
}

/** Returns the characters of an address after 0x, in lower case, in groups of four. */
export function groupsOf(address: Address): string[] {
  return signsOf(address).match(/.{4}/g) ?? []
}

/** Returns the only address in a text, such as the clipboard's; null if there is none, or more than one. */
export function addressIn(text: string): Address | null {
  const found = text.match(/(?<![0-9a-zA-Z])0x[0-9a-fA-F]{40}(?![0-9a-zA-Z])/g) ?? []
  return found.length === 1 ? (found[0] as Address) : null
}

const signsOf = (address: Address): string => address.slice(2).toLowerCase()
