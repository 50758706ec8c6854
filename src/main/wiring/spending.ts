import { isAddressEqual, type Address } from 'viem'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import { createAllowances, type Allowances } from '../allowances/create-allowances.ts'
import { imagePath } from '../catalog/images/image-id.ts'
import { createClaims, type Claims } from '../claims/create-claims.ts'
import { createAccountLocks } from '../engine/account-locks.ts'
import { knownRecipients } from '../engine/known-recipients.ts'
import type { SpendContext } from '../engine/spend-context.ts'
import type { EventBus } from '../events.ts'
import { openForeignPayments, type ForeignPayments } from '../history/foreign-payments.ts'
import { hasUnacknowledged } from '../history/foreign-payments-repository.ts'
import { storeUnreadable } from '../history/note-unreadable.ts'
import { createReceived, type Received } from '../history/received.ts'
import { createReconciler, type Reconciler } from '../history/reconciler.ts'
import { openUnseenTransactions, type UnseenTransactions } from '../history/unseen.ts'
import type { EmitToPage } from '../ipc/channel/page-emitter.ts'
import type { Log } from '../log/create-log.ts'
import { createPurchases, type Purchases } from '../purchases/create-purchases.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { createPurchaseNews } from '../purchases/track/purchase-news.ts'
import { createTransfers, type Transfers } from '../transfers/create-transfers.ts'
import type { TransfersContext } from '../transfers/transfers-context.ts'
import { takeUpAfterErrors } from './take-up-after-errors.ts'

/** The parts it creates itself: the locks, the known recipients, and the reconciliation state of an account. */
type OwnParts = 'locks' | 'recipients' | 'isReconciled' | 'hasUnacknowledged'

export interface SpendingOptions
  extends Omit<SpendContext, OwnParts>, Pick<TransfersContext, 'accounts' | 'named' | 'readClipboard'> {
  readonly keepCodes: PurchaseContext['keepCodes']
  readonly events: EventBus
  readonly emitToPage: EmitToPage
  readonly log: Log
}

/** The parts that sign, and the one that reconciles the wallet. */
interface SpendingParts {
  readonly purchases: Purchases
  readonly allowances: Allowances
  readonly claims: Claims
  readonly transfers: Transfers
  readonly foreignPayments: ForeignPayments
  readonly unseen: UnseenTransactions
}

/** Everything that signs, and what must be known before signing. */
export interface Spending extends SpendingParts {
  /** Lists the open questions, newest first. */
  attention(): AttentionView[]
  /** Resumes what is open; must be called only once. */
  start(): void
  /** Checks whether the wallet was used elsewhere, and what it received. */
  reconcile(): void
  /** Notifies of what waits on a network that fell silent, stopped making blocks or recovered; sends no request. */
  networkChanged(): void
  /** Continues what a lost connection or the lock delayed. */
  goOn(): void
  stop(): Promise<void>
}

/** Opens purchases, allowances, claims, transfers and reconciliation over one set of nonces; nothing runs before `start`. */
export function openSpending(options: SpendingOptions): Spending {
  const { ledger, timer, events, emitToPage } = options
  const reconciler = createReconciler({
    ...options,
    address: options.wallet.address,
    onFound: () => events.emit('attention.changed'),
  })
  const received = createReceived({
    ...options,
    address: options.wallet.address,
    onChanged: () => emitToPage('received.changed', undefined),
  })
  const trouble = takeUpAfterErrors(options, timer, () => {
    if (!ledger.open) return
    purchases.takeUp()
    for (const part of signing) part.nudge()
  })
  const parts = openParts({ ...options, ...trouble }, reconciler)
  const { purchases, allowances, claims, transfers, foreignPayments, unseen } = parts
  const signing = [purchases, allowances, claims, transfers]
  const attention = (): AttentionView[] =>
    [purchases, purchases.external, transfers, allowances, claims, foreignPayments, unseen]
      .flatMap((source) => source.attention())
      .sort((a, b) => b.raisedAt.localeCompare(a.raisedAt))
  connect(options, parts, received)
  events.on('attention.changed', () => emitToPage('attention.changed', { items: attention() }))

  return {
    ...parts,
    attention,
    start() {
      for (const part of signing) part.start()
    },
    reconcile() {
      reconciler.reconcileAll()
      received.search()
    },
    networkChanged() {
      timer(0, () => {
        if (!ledger.open) return
        purchases.networkChanged()
        transfers.networkChanged()
        allowances.networkChanged()
        claims.networkChanged()
        events.emit('attention.changed')
      })
    },
    goOn() {
      for (const part of signing) part.nudge()
      reconciler.reconcileAll()
      received.search()
    },
    async stop() {
      await Promise.all([...signing, reconciler, received].map((part) => part.stop()))
    },
  }
}

/** Opens the parts from the bottom up; they notify each other by events. */
function openParts(options: SpendingOptions, { isReconciled }: Reconciler): SpendingParts {
  const { ledger, now, current, service, events, emitToPage } = options
  const explorers = (profileId: string): Profile | null => service(profileId)?.profile ?? null
  const context = {
    ...options,
    isReconciled,
    locks: createAccountLocks(),
    recipients: knownRecipients(ledger, now),
    hasUnacknowledged: (address: Address, recipient?: Address) => hasUnacknowledged(ledger, address, recipient),
  }
  const purchases = createPurchases(
    {
      ...context,
      termsAnswers: new Map(),
      onChanged: (id) => events.emit('purchase.changed', id),
      onExternal(payment) {
        emitToPage('external.changed', payment)
        events.emit('attention.changed')
        if (payment.arrivals.length > 0) events.emit('coins.moved', 'transfer')
      },
      onUnreadable(id) {
        storeUnreadable(ledger, id, current()?.networks.flatMap(({ tokens }) => tokens) ?? [], now())
        events.emit('attention.changed')
      },
    },
    imagePath,
  )
  const allowances = createAllowances({
    ...context,
    onChanged: (views) => emitToPage('allowances.changed', views),
    onRevocation: () => events.emit('attention.changed'),
  })
  const claims = createClaims({
    ...context,
    onChanged(view) {
      emitToPage('claim.changed', view)
      events.emit('attention.changed')
      events.emit('coins.moved', 'claim')
    },
    onCounted: (ids) => events.emit('refunds.changed', ids),
  })
  const transfers = createTransfers({
    ...context,
    onChanged(view) {
      emitToPage('transfer.changed', view)
      events.emit('attention.changed')
      events.emit('coins.moved', 'transfer')
    },
  })
  const isWatched = (address: Address): boolean =>
    options.accounts().some((one) => one.kind === 'watched' && isAddressEqual(one.address, address))
  const elsewhere = { ledger, explorers, now, isWatched }
  const foreignPayments = openForeignPayments(elsewhere)
  const unseen = openUnseenTransactions(elsewhere)
  return { purchases, allowances, claims, transfers, foreignPayments, unseen }
}

/** Subscribes the parts to each other's events. */
function connect(
  { ledger, timer, events, emitToPage, log }: SpendingOptions,
  { purchases, allowances, claims }: SpendingParts,
  received: Pick<Received, 'search'>,
): void {
  /** What was logged last of each purchase. */
  const logged = new Map<string, string>()
  const news = createPurchaseNews({
    timer,
    row: (id) => (ledger.open ? purchases.row(id) : null),
    emit(row) {
      const { createdAt, networkKey, tokenKey, sku } = row
      emitToPage('purchase.progressed', { createdAt, networkKey, tokenKey, sku })
      emitToPage('purchase.changed', row)
      events.emit('purchase.shown', row)
      const { id, status, attention } = row
      if (logged.get(id) !== `${status} ${attention}`) log('purchase.changed', { id, status, attention })
      logged.set(id, `${status} ${attention}`)
    },
    coinsMoved: () => events.emit('coins.moved', 'purchase'),
  })
  events.on('coins.arrived', received.search)
  events.on('purchase.changed', (id) => news.changed(id))
  events.on('purchase.changed', (id) => claims.purchaseChanged(id))
  events.on('refunds.changed', (ids) => {
    for (const id of ids) {
      news.changed(id)
      purchases.poll(id)
    }
  })
  events.on('coins.moved', (by) => {
    if (by === 'purchase') allowances.refresh()
  })
}
