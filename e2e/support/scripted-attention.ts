import type { RequestOutput } from '../../src/shared/contract.ts'
import type { ForeignPaymentView } from '../../src/shared/keeping-views.ts'

interface Asking {
  readonly purchases: readonly RequestOutput<'purchases.get'>[]
  readonly foreignPayments: readonly ForeignPaymentView[]
}

/** What a person must decide: what purchases ask, then the payments that nothing explains. */
export function attentionOf({ purchases, foreignPayments }: Asking): RequestOutput<'attention.list'> {
  const asked = purchases.flatMap((one) =>
    one.attention === null
      ? []
      : [{ about: 'purchase' as const, reason: one.attention, raisedAt: one.createdAt, purchase: one }],
  )
  const foreign = foreignPayments.map((payment) => ({
    about: 'foreign-payment' as const,
    raisedAt: payment.happenedAt ?? new Date().toISOString(),
    payment,
  }))
  return { items: [...asked, ...foreign] }
}
