import type { ClaimView } from '../../../../shared/claims/views.ts'

/** Returns the key part for the state of a claim: that of any transaction, or whether Till has seen the coins arrive. */
export function claimKind<Kind extends string>(
  { isCounted, isOverdue, state }: ClaimView,
  kind: Kind,
): Kind | 'counted' | 'uncounted' {
  if (isCounted) return 'counted'
  return isOverdue && state === 'final' ? 'uncounted' : kind
}
