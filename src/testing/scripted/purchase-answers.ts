import { worthOf } from '../../shared/worth.ts'
import { ownersAmong, type DeliveredProduct } from '../../main/people/owner-of.ts'
import { checkDelivery } from '../../main/catalog/delivery/check-delivery.ts'
import type { FieldView } from '../../shared/catalog/variant-views.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { activityId } from '../../shared/wallet/activity-id.ts'
import type { ActivityPlace, ActivityView } from '../../shared/wallet/activity-views.ts'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { ArrivalView } from '../../shared/external/views.ts'
import type { PurchaseView, RecentPurchaseView } from '../../shared/purchases/views.ts'
import { ago } from '../fixtures/ago.ts'
import { found, pageOf } from './found.ts'
import { scriptedFee, usdc } from '../fixtures/networks.ts'
import type { PartOf } from '../plausible.ts'
import { scriptedPurchase, shopAddress } from '../fixtures/purchases.ts'
import { scriptedRecent } from '../fixtures/recents.ts'
import { endingOf } from '../../main/codes/ending-of.ts'
import { scriptedSecrets } from '../fixtures/codes.ts'
import { scriptedReminder } from '../fixtures/reminders.ts'
import { dayAt, stepPeriod } from '../../shared/periods.ts'
import type { Answers, Script } from './script.ts'

const underWay: readonly PurchaseView['status'][] = ['paying', 'on-its-way', 'needs-you']

/** What an answer of the user or the service changes. */
const settled = { attention: null, status: 'on-its-way' } as const

/** Returns answers about buying and purchases. */
export function purchaseAnswers(script: Script): Answers {
  const purchase = ({ id }: { readonly id: string }): PurchaseView => found(script.purchases, (one) => one.id === id)
  const external = (id: string) => found(script.external, (one) => one.id === id)
  const returned = (id: string, hash: string, change: Partial<ArrivalView>) =>
    external(id).unused.map((sent) => (sent.hash === hash ? { ...sent, ...change } : sent))
  return {
    'wallet.balances': () => script.balances,
    'wallet.faucet': () => script.balances,
    'wallet.activity': (input) => activityOf(script, input),
    'checkout.check': (input) => checked(script, input),
    'checkout.quote': (input) => quoteOf(script, input),
    'checkout.doubtNumber': { doubts: [] },
    'checkout.underWay': ({ sku, reference }) =>
      script.purchases.filter(
        (one) =>
          one.sku === sku &&
          one.reference === reference &&
          (underWay.includes(one.status) ||
            (one.status === 'delivered' && Date.parse(one.createdAt) > Date.now() - 600_000)),
      ),
    'checkout.lastPaymentMethod': () => script.purchases[0] ?? null,
    'checkout.confirm': ({ draftId }) => bought(script, draftId),
    'purchases.list': ({ text, status, ...page }) => {
      const all = script.purchases.filter(
        (one) => (status === null || one.status === status) && one.brandName.toLowerCase().includes(text.toLowerCase()),
      )
      return {
        purchases: pageOf(all, page).map((one) => ({
          ...one,
          counter: null,
          person: nameOfOwner(script, one.reference, one),
        })),
        total: all.length,
        searched: null,
      }
    },
    'external.list': () => script.external,
    'external.ask': () => script.external[0],
    'external.stop': { state: 'stopped' },
    'external.register': { state: 'paid', arrivals: [] },
    'external.dismiss': ({ id, hash }) => ({ arrivals: external(id).arrivals.filter((one) => one.hash !== hash) }),
    'external.markReturned': ({ id, hash }) => ({ unused: returned(id, hash, { isBack: true }) }),
    'external.denyReturn': ({ id, hash }) => ({ unused: returned(id, hash, { isBack: false, returnedBy: null }) }),
    'codes.list': ({ purchaseId }) =>
      script.codes.filter(({ purchase }) => purchaseId === null || purchase.id === purchaseId),
    'codes.findSame': null,
    'codes.remove'({ id }) {
      script.codes = script.codes.filter((one) => one.id !== id)
    },
    'codes.reveal'({ id }) {
      const { ending } = found(script.codes, (one) => one.id === id)
      return found(scriptedSecrets, ({ text }) => endingOf(text) === ending)
    },
    'codes.copy': { clears: true },
    'reminders.list': () => script.reminders,
    'reminders.get': ({ purchaseId }) => ({
      reminder: script.reminders.find((one) => one.purchase.id === purchaseId) ?? null,
      start: dayAt(Date.parse(purchase({ id: purchaseId }).createdAt)),
    }),
    'reminders.set'({ purchaseId, schedule }) {
      const others = script.reminders.filter((one) => one.purchase.id !== purchaseId)
      script.reminders = [...others, scriptedReminder(purchase({ id: purchaseId }), { schedule })]
      return script.reminders
    },
    'reminders.skip'({ purchaseId }) {
      const next = stepPeriod(dayAt(Date.now()), 28)
      script.skippedReminders = script.reminders.filter((one) => one.purchase.id === purchaseId)
      const left = script.reminders.filter((one) => one.purchase.id !== purchaseId || one.schedule.kind !== 'end')
      script.reminders = left.map((one) => (one.purchase.id === purchaseId ? { ...one, dueOn: next } : one))
      return script.reminders
    },
    'reminders.unskip'({ purchaseId }) {
      const others = script.reminders.filter((one) => one.purchase.id !== purchaseId)
      script.reminders = [...script.skippedReminders, ...others]
      return script.reminders
    },
    'reminders.stop'({ purchaseId }) {
      script.reminders = script.reminders.filter((one) => one.purchase.id !== purchaseId)
      return script.reminders
    },
    'purchases.recents': () => recentsOf(script),
    'purchases.hideRecent'({ id, hidden }) {
      script.hiddenRecents = [...script.hiddenRecents.filter((one) => one !== id), ...(hidden ? [id] : [])]
      return recentsOf(script)
    },
    'purchases.offerFee': scriptedFee,
    'purchases.reportPayment': { ...settled, isPaidAsReported: true },
    'purchases.correctRegistration': settled,
    'purchases.acknowledgeAttention': settled,
    'attention.list': () => ({ items: attentionOf(script) }),
    'history.acknowledge': () => void (script.foreignPayments = []),
    'history.acknowledgeUnseen': () => void (script.unseen = []),
  }
}

function recentsOf(script: Script): RecentPurchaseView[] {
  const { purchases, hiddenRecents, variants } = script
  return purchases
    .filter(({ id, status }) => status === 'delivered' && !hiddenRecents.includes(id))
    .slice(0, 4)
    .map((one) => {
      const product = variants.find(({ sku }) => sku === one.sku)
      const person = nameOfOwner(script, one.reference, one)
      const { price = null, supportedCountries = [] } = product ?? {}
      return scriptedRecent(one, { person, price, supportedCountries })
    })
}

function activityOf(
  script: Script,
  { after, limit }: RequestArgument<'wallet.activity'>,
): RequestOutput<'wallet.activity'> {
  const { purchases, transfers, received } = script
  const entries = [
    ...purchases.flatMap((purchase): ActivityView[] => {
      const { createdAt: at, totalAmount, status, refund } = purchase
      const person = nameOfOwner(script, purchase.reference, purchase)
      const bought = {
        kind: 'purchase',
        at,
        purchase,
        person,
        paid: status === 'not-paid' ? null : totalAmount,
      } as const
      const refundedAt = purchase.timeline.find(({ stage }) => stage === 'refunded')?.at ?? at
      if (refund.amount === null) return [bought]
      return [bought, { kind: 'refund', at: refundedAt, purchase, amount: refund.amount }]
    }),
    ...transfers.map((transfer): ActivityView => ({ kind: 'transfer', at: transfer.createdAt, transfer })),
    ...received,
  ].sort((a, b) => b.at.localeCompare(a.at) || b.kind.localeCompare(a.kind))
  const start =
    entries.findIndex((entry) => after !== null && activityId(entry) === after.id && entry.kind === after.kind) + 1
  const page = entries.slice(start, start + limit)
  const last = page.at(-1)
  return { entries: page, next: last && start + limit < entries.length ? placeOf(last) : null }
}

function placeOf(entry: ActivityView): ActivityPlace {
  return { at: entry.at, kind: entry.kind, id: activityId(entry) }
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

/** Checks what was typed by main's own rules, without any of a service. */
function checked({ variants }: Script, { sku, ...typed }: RequestArgument<'checkout.check'>) {
  const { reference, requiredFields, ...product } = found(variants, (one) => one.sku === sku)
  const specOf = ({ name, kind }: FieldView) => ({ name, valueType: kind, regex: '' })
  const rules = {
    ...product,
    referenceType: reference && specOf(reference),
    requiredFields: requiredFields.filter(({ required }) => required).map(specOf),
  }
  return checkDelivery(rules, typed, { test: () => Promise.resolve(true) })
}

/** Returns the name of the person whom a delivery reaches; null if nobody. */
export function nameOfOwner({ people }: Script, to: string | null, product: DeliveredProduct): string | null {
  return ownersAmong(people)(to, product)?.name ?? null
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
    inMoney: { currency: 'MXN', amount: String(worthOf(Number(totalAmount), 'MXN', { MXN: 18.45 }, 2, 'up')) },
    expiresAt: ago(-1),
    payment: {
      recipient: shopAddress,
      recipientIs: 'known',
      token: usdc,
      amount: totalAmount,
      steps: ['pay'],
      networkFeeAtMost: '0.000104578125378',
      networkFeeInDollars: '0.313734376134',
      simulated: true,
      balanceChanges: [{ symbol: 'USDC', change: `-${totalAmount}` }],
    },
  }
}

function attentionOf(script: Script): PartOf<AttentionView>[] {
  const raisedAt = ago(0)
  const overdue = <T extends { isOverdue: boolean }>(steps: readonly (T | null)[]): T[] =>
    steps.filter((step) => step !== null).filter(({ isOverdue }) => isOverdue)
  const revocations = overdue(script.allowances.flatMap(({ allowances }) => allowances).map((one) => one.revoking))
  const arrived = script.external.filter(({ arrivals }) => arrivals.length > 0)
  return [
    ...script.purchases.flatMap((purchase) =>
      purchase.attention === null
        ? []
        : { about: 'purchase' as const, reason: purchase.attention, raisedAt: purchase.createdAt, purchase },
    ),
    ...overdue(script.transfers).map((transfer) => ({ about: 'transfer', raisedAt, transfer }) as const),
    ...revocations.map((revocation) => ({ about: 'revocation', raisedAt, revocation }) as const),
    ...overdue(script.claimables.map(({ claim }) => claim)).map(
      (claim) => ({ about: 'claim', raisedAt, claim }) as const,
    ),
    ...arrived.map((payment) => ({ about: 'external-payment', raisedAt, payment }) as const),
    ...script.foreignPayments.map((payment) => ({ about: 'foreign-payment', raisedAt, payment }) as const),
    ...script.unseen.map((transactions) => ({ about: 'unseen-transactions', raisedAt, transactions }) as const),
  ]
}
