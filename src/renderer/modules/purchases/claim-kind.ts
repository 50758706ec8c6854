import type { ClaimView } from '../../../shared/claims/views.ts'

/** Returns which words say how far a claim is, from those of any transaction: it also waits until what came was seen. */
export function claimKind<Kind extends string>(
  { isCounted, isOverdue, state }: ClaimView,
  kind: Kind,
): Kind | 'counted' | 'uncounted' {
  if (isCounted) return 'counted'
  return isOverdue && state === 'final' ? 'uncounted' : kind
}
