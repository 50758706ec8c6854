import { balancesFor } from '../../main/ipc/hide-coins.ts'
import { AppError } from '../../shared/errors.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import { ago, found } from './app.ts'
import { scriptedFee, usdc } from './networks.ts'
import type { PartOf } from './plausible.ts'
import { scriptedPurchase, shopAddress } from './purchases.ts'
import type { Answers, Script } from './script.ts'

/** Returns answers about buying and purchases. */
export function purchaseAnswers(script: Script): Answers {
  const purchase = (id: string): PurchaseView => found(script.purchases, (one) => one.id === id)
  const settled = ({ id }: { readonly id: string }): PurchaseView =>
    Object.assign(purchase(id), { attention: null, status: 'on-its-way' })
  return {
    'wallet.balances': () => balancesFor(script.app.kiosk.role, script.balances),
    'wallet.faucet': () => script.balances,
    'checkout.check': (input) => checked(script, input),
    'checkout.quote': (input) => quoteOf(script, input),
    'checkout.underWay': ({ sku, reference }) =>
      script.purchases.filter(
        (one) =>
          one.sku === sku && one.reference === reference && ['paying', 'on-its-way', 'needs-you'].includes(one.status),
      ),
    'checkout.lastPaymentMethod': () => script.purchases[0] ?? null,
    'checkout.confirm': ({ draftId }) => bought(script, draftId),
    'purchases.list': ({ text, status, offset, limit }) => {
      const all = script.purchases.filter(
        (one) =>
          (status === null || one.status === status) &&
          `${one.brandName} ${one.reference ?? ''}`.toLowerCase().includes(text.toLowerCase()),
      )
      return { purchases: all.slice(offset, offset + limit), total: all.length }
    },
    'purchases.get': ({ id }) => purchase(id),
    'purchases.retry': ({ id }) => purchase(id),
    'purchases.offerFee': scriptedFee,
    'purchases.confirmFee': ({ id }) =>
      Object.assign(purchase(id), { feeActions: ['cancel'], feeChange: { action: 'cancel', at: ago(0) } }),
    'purchases.reportPayment': (input) => ({ ...settled(input), isPaidAsReported: true }),
    'purchases.waiveRefund'({ id }) {
      const waived = purchase(id)
      waived.refund.state = 'waived'
      return Object.assign(waived, { ended: true })
    },
    'purchases.answerRefund': ({ id }) => Object.assign(purchase(id), { attention: null, status: 'refunded' }),
    'purchases.correctRegistration': settled,
    'purchases.settleAttention': settled,
    'purchases.proof': ({ id }) => ({ text: JSON.stringify({ purchase: { id } }) }),
    'purchases.saveProof': { path: '/home/ana/.local/share/till/downloads/till-proof-0b6c1f5e.json' },
    'attention.list': () => ({ items: attentionOf(script) }),
    'history.acknowledge'({ hash }) {
      script.foreignPayments = script.foreignPayments.filter((one) => one.hash !== hash)
      return { items: attentionOf(script) }
    },
    'history.acknowledgeUnseen'({ chainInstance, address }) {
      script.unseen = script.unseen.filter((one) => one.chainInstance !== chainInstance || one.address !== address)
      return { items: attentionOf(script) }
    },
    'history.saveProof': { path: '/home/ana/.local/share/till/downloads/till-payment-b1946ac9.json' },
  }
}

/** Creates a purchase, from a draft if one is named. */
export function bought(script: Script, draftId: string | null): PurchaseView {
  const draft = script.drafts.find(({ id }) => id === draftId)
  if (draft && draft.purchaseId !== null)
    throw new AppError('not-allowed', 'Bought', { details: { reason: 'draft-bought' } })
  const made = scriptedPurchase(99, 'paying', 0)
  if (draft) Object.assign(draft, { purchaseId: made.id, recipient: null, reference: '', fields: {} })
  script.purchases = [made, ...script.purchases]
  return made
}

function checked(
  { variants }: Script,
  { sku, reference, fields }: RequestArgument<'checkout.check'>,
): RequestOutput<'checkout.check'> {
  const variant = found(variants, (one) => one.sku === sku)
  const digits = reference.replace(/\D/g, '').replace(/^52/, '')
  const isPhone = variant.reference?.kind === 'phone'
  const problem = (): 'missing' | 'too-short' | 'too-long' | 'not-an-email' | null => {
    if (reference === '') return 'missing'
    if (!isPhone) return reference.includes('@') ? null : 'not-an-email'
    return digits.length < 10 ? 'too-short' : digits.length > 10 ? 'too-long' : null
  }
  const wrong = problem()
  const missing = variant.requiredFields
    .filter(({ name, required }) => required && !fields[name])
    .map(({ name }) => ({ field: name, problem: 'missing' as const, country: null }))
  if (wrong === null) return { reference: isPhone ? `+52${digits}` : reference, problems: missing }
  return { reference: null, problems: [{ field: null, problem: wrong, country: isPhone ? 'MX' : null }, ...missing] }
}

function quoteOf(
  { variants }: Script,
  input: RequestArgument<'checkout.quote'>,
): PartOf<RequestOutput<'checkout.quote'>> {
  const { price } = found(variants, ({ sku }) => sku === input.sku)
  const totalAmount = (Number(price.stableCoinValue) + 0.21).toFixed(2)
  return {
    purchaseId: input.purchaseId ?? '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
    fiatCurrency: price.fiatCurrency,
    fiatAmount: price.fiatValue,
    asset: 'USDC',
    assetAmount: price.stableCoinValue,
    feeAmount: '0.21',
    totalAmount,
    quotedAt: ago(0),
    expiresAt: ago(-1),
    payment: {
      recipient: shopAddress,
      recipientIs: 'known',
      token: usdc,
      amount: totalAmount,
      steps: ['pay'],
      networkFeeAtMost: '0.000104578125378',
      simulated: true,
      balanceChanges: [{ symbol: 'USDC', change: `-${totalAmount}` }],
    },
  }
}

function attentionOf(script: Script): AttentionView[] {
  const steps = {
    revoking: script.allowances.flatMap(({ allowances }) => allowances).map(({ revoking }) => revoking),
    claims: script.claimables.map(({ claim }) => claim),
  }
  return [
    ...script.purchases.flatMap((purchase): AttentionView[] =>
      purchase.attention === null
        ? []
        : [{ about: 'purchase', reason: purchase.attention, raisedAt: purchase.createdAt, purchase }],
    ),
    ...script.transfers
      .filter(({ isOverdue }) => isOverdue)
      .map((transfer) => ({ about: 'transfer' as const, raisedAt: transfer.createdAt, transfer })),
    ...steps.revoking.flatMap((revocation): AttentionView[] =>
      revocation?.isOverdue ? [{ about: 'revocation', raisedAt: revocation.createdAt, revocation }] : [],
    ),
    ...steps.claims.flatMap((claim): AttentionView[] =>
      claim?.isOverdue ? [{ about: 'claim', raisedAt: claim.createdAt, claim }] : [],
    ),
    ...script.foreignPayments.map((payment) => ({
      about: 'foreign-payment' as const,
      raisedAt: payment.happenedAt ?? ago(0),
      payment,
    })),
    ...script.unseen.map((transactions) => ({ about: 'unseen-transactions' as const, raisedAt: ago(0), transactions })),
  ]
}
