/** A failed purchase whose coins have not all come back, in units of its coin. */
export interface OwedRefund {
  readonly id: string
  /** What was paid, less what came back. */
  readonly units: bigint
  /** The part of what was paid that was the service's fee: some services keep it. */
  readonly fee: bigint
}

/** A transfer to the wallet in the coin that was paid, in a final block. */
export interface RefundCandidate {
  readonly units: bigint
  /** Whether its sender was paid, or was confirmed to pay refunds. */
  readonly isKnown: boolean
  readonly isProven: boolean
  /** Whether another purchase that may yet fail paid exactly this. */
  readonly isPaidElsewhere: boolean
}

/** What a transfer is for a purchase: its whole refund, a question about it and the purchases it would cover, or nothing. */
export type RefundVerdict =
  | { readonly is: 'refund' }
  | { readonly is: 'question'; readonly covers: readonly string[] }
  | { readonly is: 'nothing' }

const nothing: RefundVerdict = { is: 'nothing' }

/** Judges whether a transfer is the refund of a purchase, beside the `others` of the same wallet and coin that wait for one; pure. */
export function judgeRefund(candidate: RefundCandidate, own: OwedRefund, others: readonly OwedRefund[]): RefundVerdict {
  const { units, isKnown, isProven, isPaidElsewhere } = candidate
  const isOthers = isPaidElsewhere || others.some((other) => units === other.units)
  const isOwn = units === own.units || (units === withoutFee(own) && !isOthers)
  if (isOwn && isKnown && isProven) return { is: 'refund' }
  // A node can invent as many strangers as it likes.
  if (!isKnown && !isProven) return nothing
  if (isOwn) return { is: 'question', covers: [own.id] }
  // It is for another purchase alone.
  if (others.some((other) => units === other.units || units === withoutFee(other))) return nothing
  const covers = findSum(units, own, others)
  if (covers !== null) return { is: 'question', covers }
  return isKnown ? { is: 'question', covers: [own.id] } : nothing
}

/** How many other purchases are tried in pairs. */
const MOST_PAIRED = 60

/** Finds the purchases, `own` among them, whose refunds together make `units`: all of them, two, or three; null where none do. */
function findSum(units: bigint, own: OwedRefund, others: readonly OwedRefund[]): string[] | null {
  for (const due of [(one: OwedRefund) => one.units, withoutFee]) {
    const rest = units - due(own)
    const idsOf = (found: readonly OwedRefund[]): string[] => [own, ...found].map(({ id }) => id)
    if (others.reduce((sum, one) => sum + due(one), 0n) === rest) return idsOf(others)
    const second = others.find((one) => due(one) === rest)
    if (second !== undefined) return idsOf([second])
    for (const [index, one] of others.entries()) {
      const third = others.slice(index + 1, MOST_PAIRED).find((other) => due(one) + due(other) === rest)
      if (third !== undefined) return idsOf([one, third])
    }
  }
  return null
}

/** Returns what is owed where the service keeps its fee. */
export function withoutFee({ units, fee }: OwedRefund): bigint {
  return units > fee ? units - fee : units
}
