/** A failed purchase that is not fully refunded, in units of its coin. */
export interface OwedRefund {
  readonly id: string
  /** The payment minus its refunds. */
  readonly units: bigint
  /** The service's fee in the payment: some services keep it. */
  readonly fee: bigint
}

/** A transfer to the wallet in the payment's coin, in a final block. */
export interface RefundCandidate {
  readonly units: bigint
  /** Whether its sender was paid, or is confirmed to send refunds. */
  readonly isKnown: boolean
  readonly isProven: boolean
  /** Whether another purchase that may still fail paid exactly this amount. */
  readonly isPaidElsewhere: boolean
}

/** The verdict on a transfer for a purchase: its whole refund, a question about it and the purchases it would cover, or nothing. */
export type RefundVerdict =
  | { readonly is: 'refund' }
  | { readonly is: 'question'; readonly covers: readonly string[] }
  | { readonly is: 'nothing' }

const nothing: RefundVerdict = { is: 'nothing' }

/** Returns whether a transfer is certainly a purchase's refund, whatever others wait for: exactly what is owed, proven, from a known sender. */
export function isWholeRefund(
  { units, isKnown, isProven }: Pick<RefundCandidate, 'units' | 'isKnown' | 'isProven'>,
  own: OwedRefund,
): boolean {
  return units === own.units && isKnown && isProven
}

/**
 * Judges whether a transfer is a purchase's refund, compared with the `others` of the same wallet and coin that wait for one; pure. The first
 * case that applies decides:
 *
 * 1. The amount owed, proven, from a known sender: the refund.
 * 2. An unproven transfer from an unknown sender: nothing.
 * 3. The amount owed, unproven or from an unknown sender: a question.
 * 4. The amount that another purchase is owed: nothing, because it is judged for that one.
 * 5. The sum of what this purchase and others are owed: a question that covers them all.
 * 6. Another amount: a question if it comes from a known sender, otherwise nothing.
 *
 * The amount owed may also lack the service's fee; in cases 1 and 3 only if no other purchase paid or is owed exactly that.
 */
export function judgeRefund(candidate: RefundCandidate, own: OwedRefund, others: readonly OwedRefund[]): RefundVerdict {
  const { units, isKnown, isProven, isPaidElsewhere } = candidate
  const isOthers = isPaidElsewhere || others.some((other) => units === other.units)
  const isOwn = units === own.units || (units === withoutFee(own) && !isOthers)
  if (isOwn && isKnown && isProven) return { is: 'refund' }
  // A node can invent any number of unknown senders.
  if (!isKnown && !isProven) return nothing
  if (isOwn) return { is: 'question', covers: [own.id] }
  if (others.some((other) => units === other.units || units === withoutFee(other))) return nothing
  const covers = findSum(units, own, others)
  if (covers !== null) return { is: 'question', covers }
  // Another amount: from a known sender it may be a part of the refund.
  return isKnown ? { is: 'question', covers: [own.id] } : nothing
}

/** The most other purchases that are tried in pairs. */
const MAX_PAIRED = 60

/** Returns the purchases, including `own`, whose refunds add up to `units`: all of them, two, or three; null if none do. */
function findSum(units: bigint, own: OwedRefund, others: readonly OwedRefund[]): string[] | null {
  for (const due of [(one: OwedRefund) => one.units, withoutFee]) {
    const rest = units - due(own)
    const idsOf = (found: readonly OwedRefund[]): string[] => [own, ...found].map(({ id }) => id)
    if (others.reduce((sum, one) => sum + due(one), 0n) === rest) return idsOf(others)
    const second = others.find((one) => due(one) === rest)
    if (second !== undefined) return idsOf([second])
    for (const [index, one] of others.entries()) {
      const third = others.slice(index + 1, MAX_PAIRED).find((other) => due(one) + due(other) === rest)
      if (third !== undefined) return idsOf([one, third])
    }
  }
  return null
}

/** Returns what is owed if the service keeps its fee. */
export function withoutFee({ units, fee }: OwedRefund): bigint {
  return units > fee ? units - fee : units
}
