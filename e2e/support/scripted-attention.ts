import type { AllowancesView } from '../../src/shared/allowances/views.ts'
import type { ClaimableView } from '../../src/shared/claims/views.ts'
import type { RequestOutput } from '../../src/shared/contract.ts'
import type { ForeignPaymentView, UnseenTransactionsView } from '../../src/shared/history/views.ts'
import type { TransferView } from '../../src/shared/transfers/views.ts'

interface Asking {
  readonly claimables: readonly ClaimableView[]
  readonly allowances: AllowancesView
  readonly purchases: readonly RequestOutput<'purchases.get'>[]
  readonly transfers: readonly TransferView[]
  readonly foreignPayments: readonly ForeignPaymentView[]
  readonly unseen: readonly UnseenTransactionsView[]
}

/** What a person must decide: what purchases, transfers, revocations and claims ask, then the payments that nothing explains, then what no node shows. */
export function attentionOf({
  purchases,
  transfers,
  allowances,
  claimables,
  foreignPayments,
  unseen,
}: Asking): RequestOutput<'attention.list'> {
  const asked = purchases.flatMap((one) =>
    one.attention === null
      ? []
      : [{ about: 'purchase' as const, reason: one.attention, raisedAt: one.createdAt, purchase: one }],
  )
  const overdue = transfers
    .filter(({ isOverdue }) => isOverdue)
    .map((transfer) => ({ about: 'transfer' as const, raisedAt: transfer.createdAt, transfer }))
  const revocations = allowances
    .flatMap((network) => network.allowances)
    .flatMap(({ revoking }) =>
      revoking?.isOverdue ? [{ about: 'revocation' as const, raisedAt: revoking.createdAt, revocation: revoking }] : [],
    )
  const claims = claimables.flatMap(({ claim }) =>
    claim?.isOverdue ? [{ about: 'claim' as const, raisedAt: claim.createdAt, claim }] : [],
  )
  const foreign = foreignPayments.map((payment) => ({
    about: 'foreign-payment' as const,
    raisedAt: payment.happenedAt ?? new Date().toISOString(),
    payment,
  }))
  const unseenOnes = unseen.map((transactions) => ({
    about: 'unseen-transactions' as const,
    raisedAt: new Date().toISOString(),
    transactions,
  }))
  return { items: [...asked, ...overdue, ...revocations, ...claims, ...foreign, ...unseenOnes] }
}
