import type { Address } from 'viem'
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
import { createReconciler, type Reconciler } from '../history/reconciler.ts'
import { openUnseenTransactions, type UnseenTransactions } from '../history/unseen.ts'
import type { EmitToPage } from '../ipc/page-emitter.ts'
import type { Log } from '../log/create-log.ts'
import { createPurchases, type Purchases } from '../purchases/create-purchases.ts'
import { createPurchaseNews } from '../purchases/track/purchase-news.ts'
import { createTransfers, type Transfers } from '../transfers/create-transfers.ts'
import type { TransfersContext } from '../transfers/transfers-context.ts'

/** The parts it creates itself: the locks, the known recipients, and the reconciliation state of an account. */
type Made = 'locks' | 'recipients' | 'isReconciled' | 'hasUnacknowledged'

export interface SpendingOptions
  extends Omit<SpendContext, Made>, Pick<TransfersContext, 'accounts' | 'readClipboard'> {
  readonly events: EventBus
  readonly emitToPage: EmitToPage
  readonly log: Log
}

/** The parts that sign, and the one that reconciles the wallet. */
interface SpendRooms {
  readonly purchases: Purchases
  readonly allowances: Allowances
  readonly claims: Claims
  readonly transfers: Transfers
  readonly foreignPayments: ForeignPayments
  readonly unseen: UnseenTransactions
}

/** Everything that signs, and what must be known before signing. */
export interface Spending extends SpendRooms {
  /** Lists the open questions, newest first. */
  attention(): AttentionView[]
  /** Resumes what is open; must be called only once. */
  start(): void
  /** Checks whether the wallet was used elsewhere. */
  reconcile(): void
  /** Notifies of what waits on a network that fell silent, stopped making blocks or recovered; sends no request. */
  networkMoved(): void
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
    onFound: () => events.emit('attention.moved'),
  })
  const rooms = openRooms(options, reconciler)
  const { purchases, allowances, claims, transfers, foreignPayments, unseen } = rooms
  const signing = [purchases, allowances, claims, transfers]
  const attention = (): AttentionView[] =>
    [purchases, transfers, allowances, claims, foreignPayments, unseen]
      .flatMap((room) => room.attention())
      .sort((a, b) => b.raisedAt.localeCompare(a.raisedAt))
  connect(options, rooms)
  events.on('attention.moved', () => emitToPage('attention.changed', { items: attention() }))

  return {
    ...rooms,
    attention,
    start() {
      for (const room of signing) room.start()
    },
    reconcile: reconciler.reconcileAll,
    networkMoved() {
      timer(0, () => {
        if (!ledger.open) return
        purchases.networkMoved()
        transfers.networkMoved()
        allowances.networkMoved()
        claims.networkMoved()
        events.emit('attention.moved')
      })
    },
    goOn() {
      for (const room of signing) room.nudge()
      reconciler.reconcileAll()
    },
    async stop() {
      await Promise.all([...signing, reconciler].map((room) => room.stop()))
    },
  }
}

/** Opens the parts from the bottom up; they notify each other by events. */
function openRooms(options: SpendingOptions, { isReconciled }: Reconciler): SpendRooms {
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
      onChanged: (id) => events.emit('purchase.moved', id),
      onUnreadable(id) {
        storeUnreadable(ledger, id, current()?.networks.flatMap(({ tokens }) => tokens) ?? [], now())
        events.emit('attention.moved')
      },
    },
    imagePath,
  )
  const allowances = createAllowances({
    ...context,
    onChanged: (views) => emitToPage('allowances.changed', views),
    onRevocation: () => events.emit('attention.moved'),
  })
  const claims = createClaims({
    ...context,
    onChanged(view) {
      emitToPage('claim.changed', view)
      events.emit('attention.moved')
      events.emit('coins.moved', 'claim')
    },
    onCounted: (ids) => events.emit('refunds.counted', ids),
  })
  const transfers = createTransfers({
    ...context,
    onChanged(view) {
      emitToPage('transfer.changed', view)
      events.emit('attention.moved')
      events.emit('coins.moved', 'transfer')
    },
  })
  const foreignPayments = openForeignPayments(ledger, explorers, now)
  const unseen = openUnseenTransactions(ledger, explorers, now)
  return { purchases, allowances, claims, transfers, foreignPayments, unseen }
}

/** Subscribes the parts to each other's events. */
function connect(
  { ledger, timer, events, emitToPage, log }: SpendingOptions,
  { purchases, allowances, claims }: SpendRooms,
): void {
  /** What was logged last of each purchase. */
  const logged = new Map<string, string>()
  const news = createPurchaseNews({
    timer,
    row: (id) => (ledger.open ? purchases.row(id) : null),
    emit(row) {
      const { createdAt, networkKey, tokenKey, sku } = row
      emitToPage('purchase.moved', { createdAt, networkKey, tokenKey, sku })
      emitToPage('purchase.changed', row)
      const { id, status, attention } = row
      if (logged.get(id) !== `${status} ${attention}`) log('purchase.changed', { id, status, attention })
      logged.set(id, `${status} ${attention}`)
    },
    coinsMoved: () => events.emit('coins.moved', 'purchase'),
  })
  events.on('purchase.moved', (id) => news.changed(id))
  events.on('purchase.moved', (id) => claims.purchaseMoved(id))
  events.on('refunds.counted', (ids) => {
    for (const id of ids) {
      news.changed(id)
      purchases.poll(id)
    }
  })
  events.on('coins.moved', (by) => {
    if (by === 'purchase') allowances.refresh()
  })
}
