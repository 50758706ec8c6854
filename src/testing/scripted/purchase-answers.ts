import { worthOf } from '../../shared/worth.ts'
import { ownersAmong, type DeliveredProduct } from '../../main/people/owner-of.ts'
import { checkPhone } from '../../main/catalog/delivery/check-phone.ts'
import { suggestEmail } from '../../main/catalog/delivery/suggest-email.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { activityId } from '../../shared/wallet/activity-id.ts'
import type { ActivityPlace, ActivityView } from '../../shared/wallet/activity-views.ts'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { ExternalPaymentView } from '../../shared/external/views.ts'
import type { PurchaseView, RecentPurchaseView } from '../../shared/purchases/views.ts'
import { ago, found, pageOf } from './app.ts'
import { scriptedFee, usdc } from '../fixtures/networks.ts'
import type { PartOf } from './plausible.ts'
import { scriptedPurchase, shopAddress } from '../fixtures/purchases.ts'
import { scriptedRecent } from '../fixtures/recents.ts'
import { endingOf } from '../../main/codes/ending-of.ts'
import { scriptedSecrets } from '../fixtures/codes.ts'
import { scriptedReminder } from '../fixtures/reminders.ts'
import { dayAt, stepPeriod } from '../../shared/periods.ts'
import type { Answers, Script } from './script.ts'

const underWay: readonly PurchaseView['status'][] = ['paying', 'on-its-way', 'needs-you']

/** Returns answers about buying and purchases. */
export function purchaseAnswers(script: Script): Answers {
  const purchase = ({ id }: { readonly id: string }): PurchaseView => found(script.purchases, (one) => one.id === id)
  const external = ({ id }: { readonly id: string }): ExternalPaymentView =>
    found(script.external, (one) => one.id === id)
  const settled = (which: { readonly id: string }): PurchaseView =>
    Object.assign(purchase(which), { attention: null, status: 'on-its-way' })
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
    'external.get': external,
    'external.ask': () => external({ id: script.external[0]?.id ?? '' }),
    'external.stop': ({ id }) => Object.assign(external({ id }), { state: 'stopped' }),
    'external.look': external,
    'external.register': ({ id }) => Object.assign(external({ id }), { state: 'paid', arrivals: [] }),
    'external.dismiss': ({ id, hash }) => {
      const one = external({ id })
      return Object.assign(one, { arrivals: one.arrivals.filter((arrival) => arrival.hash !== hash) })
    },
    'external.markReturned': ({ id, hash }) => {
      const one = external({ id })
      return Object.assign(one, {
        unused: one.unused.map((sent) => (sent.hash === hash ? { ...sent, isBack: true } : sent)),
      })
    },
    'external.denyReturn': ({ id, hash }) => {
      const one = external({ id })
      return Object.assign(one, {
        unused: one.unused.map((sent) => (sent.hash === hash ? { ...sent, isBack: false, returnedBy: null } : sent)),
      })
    },
    'codes.list': ({ purchaseId }) =>
      script.codes.filter(({ purchase }) => purchaseId === null || purchase.id === purchaseId),
    'codes.findSame': null,
    'codes.mark': ({ id, ...marks }) =>
      Object.assign(
        found(script.codes, (one) => one.id === id),
        marks,
      ),
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
    'purchases.get': purchase,
    'purchases.offerFee': scriptedFee,
    'purchases.reportPayment': (input) => ({ ...settled(input), isPaidAsReported: true }),
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

type Check = RequestOutput<'checkout.check'>

function checked({ variants }: Script, { sku, reference, fields }: RequestArgument<'checkout.check'>): Check {
  const { reference: field, requiredFields, country: home, productType } = found(variants, (one) => one.sku === sku)
  const problems = requiredFields
    .filter(({ name, required }) => required && !fields[name])
    .map(({ name }): Check['problems'][number] => ({ field: name, problem: 'missing', country: null }))
  const wrong = (problem: Check['problems'][number]['problem'], country: string | null = null): Check => ({
    reference: null,
    problems: [{ field: null, problem, country }, ...problems],
    doubts: [],
  })
  if (field !== null && reference === '') return wrong('missing')
  if (field?.kind !== 'phone') {
    if (field && !reference.includes('@')) return wrong('not-an-email')
    const suggestion = suggestEmail(reference)
    return {
      reference,
      problems,
      doubts: suggestion === null ? [] : [{ field: null, reason: 'mistyped-email', suggestion }],
    }
  }
  const phone = checkPhone(reference, home, productType === 'topup' ? [home] : [])
  if (!phone.ok) return wrong(phone.problem, phone.country)
  const doubts = phone.isDoubted ? [{ field: null, reason: 'unassigned' as const, country: home || null }] : []
  return { reference: phone.forms[0] ?? reference, problems, doubts }
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

function attentionOf(script: Script): AttentionView[] {
  const revocations = script.allowances.flatMap(({ allowances }) => allowances).map(({ revoking }) => revoking)
  const claims = script.claimables.map(({ claim }) => claim)
  const overdue = <T extends { isOverdue: boolean }>(steps: readonly (T | null)[]): T[] =>
    steps.filter((step) => step !== null).filter(({ isOverdue }) => isOverdue)
  return [
    ...script.purchases.flatMap((purchase): AttentionView[] => {
      const { attention: reason, createdAt } = purchase
      return reason === null ? [] : [{ about: 'purchase', reason, raisedAt: createdAt, purchase }]
    }),
    ...overdue(script.transfers).map((transfer) => ({
      about: 'transfer' as const,
      raisedAt: transfer.createdAt,
      transfer,
    })),
    ...overdue(revocations).map((revocation) => ({
      about: 'revocation' as const,
      raisedAt: revocation.createdAt,
      revocation,
    })),
    ...overdue(claims).map((claim) => ({ about: 'claim' as const, raisedAt: claim.createdAt, claim })),
    ...script.external
      .filter(({ arrivals }) => arrivals.length > 0)
      .map((payment) => ({ about: 'external-payment' as const, raisedAt: payment.askedAt, payment })),
    ...script.foreignPayments.map((payment) => ({
      about: 'foreign-payment' as const,
      raisedAt: payment.happenedAt ?? ago(0),
      payment,
    })),
    ...script.unseen.map((transactions) => ({ about: 'unseen-transactions' as const, raisedAt: ago(0), transactions })),
  ]
}
