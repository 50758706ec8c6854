import { ownersAmong, type DeliveredProduct } from '../../main/people/owner-of.ts'
import { checkDelivery } from '../../main/catalog/delivery/check-delivery.ts'
import type { FieldView } from '../../shared/catalog/variant-views.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { activityId } from '../../shared/wallet/activity-id.ts'
import type { ActivityView } from '../../shared/wallet/activity-views.ts'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { ArrivalView } from '../../shared/external/views.ts'
import type { ReminderView } from '../../shared/reminders/views.ts'
import type { PurchaseView, RecentPurchaseView } from '../../shared/purchases/views.ts'
import { ago } from '../fixtures/ago.ts'
import { found } from './found.ts'
import { scriptedFee } from '../fixtures/networks.ts'
import type { PartOf } from '../plausible.ts'
import { scriptedPurchase } from '../fixtures/purchases.ts'
import { scriptedQuote } from '../fixtures/quotes.ts'
import { scriptedRecent } from '../fixtures/recents.ts'
import { endingOf } from '../../main/codes/ending-of.ts'
import { scriptedSecrets } from '../fixtures/codes.ts'
import { scriptedReminder } from '../fixtures/reminders.ts'
import { dayAt, stepPeriod } from '../../shared/periods.ts'
import type { Answers, Script } from './script.ts'

/** What an answer of the user or the service changes. */
const settled = { attention: null, status: 'on-its-way' } as const

/** Returns answers about buying and purchases. */
export function purchaseAnswers(script: Script): Answers {
  const purchase = ({ id }: { readonly id: string }): PurchaseView => found(script.purchases, (one) => one.id === id)
  const external = (id: string) => found(script.external, (one) => one.id === id)
  const returned = (id: string, hash: string, change: Partial<ArrivalView>) =>
    external(id).unused.map((sent) => (sent.hash === hash ? { ...sent, ...change } : sent))
  const remind = (id: string, change: (own: ReminderView[]) => ReminderView[]): ReminderView[] => {
    const [own = [], others = []] = [true, false].map((isOwn) =>
      script.reminders.filter(({ purchase }) => (purchase.id === id) === isOwn),
    )
    return (script.reminders = [...change(own), ...others])
  }
  return {
    'wallet.balances': () => script.balances,
    'wallet.faucet': () => script.balances,
    'wallet.activity': (input) => activityOf(script, input),
    'checkout.check': (input) => checked(script, input),
    'checkout.quote': ({ sku, purchaseId }) => ({
      ...scriptedQuote(found(script.variants, (one) => one.sku === sku)),
      purchaseId: purchaseId ?? '0b6c1f5e-6a53-4c0f-9a10-0000000000aa',
    }),
    'checkout.doubtNumber': { doubts: [] },
    'checkout.lastPaymentMethod': () => script.purchases[0] ?? null,
    'checkout.confirm': ({ draftId }) => bought(script, draftId),
    'purchases.list': ({ text, status }) => ({
      purchases: script.purchases
        .filter((one) => status === null || one.status === status)
        .filter(({ brandName }) => brandName.toLowerCase().includes(text.toLowerCase()))
        .map((one) => ({ ...one, counter: null, person: nameOfOwner(script, one.reference, one) })),
    }),
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
    'reminders.set': ({ purchaseId, schedule }) =>
      remind(purchaseId, () => [scriptedReminder(purchase({ id: purchaseId }), { schedule })]),
    'reminders.skip'({ purchaseId }) {
      const dueOn = stepPeriod(dayAt(Date.now()), 28)
      script.skippedReminders = script.reminders
      return remind(purchaseId, (own) =>
        own.filter(({ schedule }) => schedule.kind !== 'end').map((one) => ({ ...one, dueOn })),
      )
    },
    'reminders.unskip': () => (script.reminders = script.skippedReminders),
    'reminders.stop': ({ purchaseId }) => remind(purchaseId, () => []),
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

/** Lists everything that moved coins, newest first, after an entry. */
function activityOf(script: Script, { after, limit }: RequestArgument<'wallet.activity'>) {
  const entries = [
    ...script.purchases.flatMap((purchase) => movesOf(script, purchase)),
    ...script.transfers.map((transfer) => ({ kind: 'transfer', at: transfer.createdAt, transfer }) as const),
    ...script.received,
  ].sort((a, b) => b.at.localeCompare(a.at) || b.kind.localeCompare(a.kind))
  const places = entries.map((entry) => ({ at: entry.at, kind: entry.kind, id: activityId(entry) }))
  const start = places.findIndex(({ id, kind }) => id === after?.id && kind === after.kind) + 1
  const end = start + limit
  return { entries: entries.slice(start, end), next: end < entries.length ? places[end - 1] : null }
}

function movesOf(script: Script, purchase: PurchaseView): ActivityView[] {
  const { createdAt: at, totalAmount, status, refund, timeline } = purchase
  const person = nameOfOwner(script, purchase.reference, purchase)
  const bought = { kind: 'purchase', at, purchase, person, paid: status === 'not-paid' ? null : totalAmount } as const
  if (refund.amount === null) return [bought]
  const refundedAt = timeline.find(({ stage }) => stage === 'refunded')?.at ?? at
  return [bought, { kind: 'refund', at: refundedAt, purchase, amount: refund.amount }]
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

function attentionOf(script: Script): PartOf<AttentionView>[] {
  const overdue = (steps: readonly ({ isOverdue: boolean } | null)[]) => steps.filter((step) => step?.isOverdue)
  const revocations = script.allowances.flatMap(({ allowances }) => allowances).map(({ revoking }) => revoking)
  const lists = [
    ['transfer', 'transfer', overdue(script.transfers)],
    ['revocation', 'revocation', overdue(revocations)],
    ['claim', 'claim', overdue(script.claimables.map(({ claim }) => claim))],
    ['external-payment', 'payment', script.external.filter(({ arrivals }) => arrivals.length > 0)],
    ['foreign-payment', 'payment', script.foreignPayments],
    ['unseen-transactions', 'transactions', script.unseen],
  ] as const
  const purchases = script.purchases.flatMap((purchase) =>
    purchase.attention === null
      ? []
      : { about: 'purchase' as const, reason: purchase.attention, raisedAt: purchase.createdAt, purchase },
  )
  const others = lists.flatMap(([about, field, all]) => all.map((one) => ({ about, raisedAt: ago(0), [field]: one })))
  return [...purchases, ...(others as PartOf<AttentionView>[])]
}
