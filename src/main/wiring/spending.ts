import type { Address } from 'viem'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import { createAllowances, type Allowances } from '../allowances/create-allowances.ts'
import { createClaims, type Claims } from '../claims/create-claims.ts'
import type { EventName, EventPayload } from '../../shared/contract.ts'
import { imagePath } from '../catalog/images/image-id.ts'
import { openForeignPayments, type ForeignPayments } from '../history/foreign-payments.ts'
import { noteUnreadable } from '../history/note-unreadable.ts'
import { hasUnanswered } from '../history/foreign-payments-repository.ts'
import { openUnseenTransactions, type UnseenTransactions } from '../history/unseen.ts'
import { createAccountLocks } from '../engine/account-locks.ts'
import { createPurchases, type Purchases } from '../purchases/create-purchases.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import type { ProfileService } from '../service/profile-service.ts'
import { knownRecipients } from '../transfers/known-recipients.ts'
import { createReports, type Reports } from '../sales/create-reports.ts'
import { createSales, type Sales } from '../sales/create-sales.ts'
import { createShifts, type Shifts } from '../sales/create-shifts.ts'
import type { Prices } from '../../shared/sales/views.ts'
import { createTransfers, type Transfers } from '../transfers/create-transfers.ts'
import type { TransfersContext } from '../transfers/transfers-context.ts'
import { createPurchaseNews } from '../purchases/track/purchase-news.ts'
import { createReconciler } from '../history/reconciler.ts'
import type { Watched } from './watch-networks.ts'

export interface SpendingOptions
  extends
    Pick<
      PurchaseContext,
      | 'ledger'
      | 'sealer'
      | 'now'
      | 'monotonic'
      | 'timer'
      | 'limits'
      | 'wallet'
      | 'service'
      | 'chain'
      | 'payingStopped'
      | 'onDiskError'
      | 'onUnforeseen'
    >,
    Pick<TransfersContext, 'accounts' | 'readClipboard'> {
  /** The service in use with the networks it can be paid on; null before there is one. */
  readonly current: () => Watched | null
  /** How prices in cash are made whatever the manager says; null where nobody else says it. */
  readonly prices: () => Prices | null
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void
  /** Balances may be others now. */
  readonly coinsMoved: () => void
}

/** Everything that signs, and what must be known before anything does. */
export interface Spending {
  readonly purchases: Purchases
  readonly allowances: Allowances
  readonly claims: Claims
  readonly transfers: Transfers
  readonly foreignPayments: ForeignPayments
  readonly unseen: UnseenTransactions
  readonly shifts: Shifts
  readonly sales: Sales
  readonly reports: Reports
  /** What asks for a person, the newest question first. */
  attention(): AttentionView[]
  /** Takes up what is open; to be called once. */
  start(): void
  /** Looks whether the wallet was used elsewhere. */
  lookElsewhere(): void
  /** A network fell silent, stands still, or is itself again: tells of what waits there, and asks nobody. */
  networkMoved(): void
  /** Goes on with whatever a lost connection or the lock held up. */
  goOn(): void
  stop(): Promise<void>
}

/** Puts purchases, allowances, claims, transfers, sales and what explains the wallet together, over one set of nonces; nothing moves before `start`. */
export function openSpending(options: SpendingOptions): Spending {
  const { ledger, now, monotonic, timer, wallet, service, current, emit, onUnforeseen } = options
  const reconciler = createReconciler({
    ...{ ledger, now, monotonic, timer, current, onUnforeseen },
    address: wallet.address,
    onFound: () => emit('attention.changed', { items: attention() }),
  })
  const explorers = (profileId: string): ProfileService['profile'] | null => service(profileId)?.profile ?? null
  const foreignPayments = openForeignPayments(ledger, explorers, now)
  const unseen = openUnseenTransactions(ledger, explorers, now)
  const signing = {
    ...options,
    locks: createAccountLocks(),
    isExplained: reconciler.isExplained,
    hasUnanswered: (address: Address, recipient?: Address) => hasUnanswered(ledger, address, recipient),
  }
  const news = createPurchaseNews({
    timer,
    row: (id) => (ledger.open ? purchases.row(id) : null),
    emit(row) {
      const { createdAt, networkKey, tokenKey, sku } = row
      emit('purchase.moved', { createdAt, networkKey, tokenKey, sku })
      emit('purchase.changed', row)
    },
    coinsMoved() {
      options.coinsMoved()
      allowances.refresh()
    },
  })
  const recipients = knownRecipients(ledger, now)
  const purchases = createPurchases(
    {
      ...signing,
      recipients,
      termsAnswers: new Map(),
      onChanged(id) {
        news.changed(id)
        claims.purchaseMoved(id)
      },
      onUnreadable(id) {
        noteUnreadable(ledger, id, current()?.networks.flatMap(({ tokens }) => tokens) ?? [], now())
        emit('attention.changed', { items: attention() })
      },
    },
    imagePath,
  )
  const allowances = createAllowances({
    ...signing,
    onChanged: (views) => emit('allowances.changed', views),
    onRevocation: () => emit('attention.changed', { items: attention() }),
  })
  const claims = createClaims({
    ...signing,
    onChanged(view) {
      emit('claim.changed', view)
      emit('attention.changed', { items: attention() })
      options.coinsMoved()
    },
    onCounted(ids) {
      for (const id of ids) {
        news.changed(id)
        purchases.look(id)
      }
    },
  })
  const transfers = createTransfers({
    ...signing,
    recipients,
    onChanged(view) {
      emit('transfer.changed', view)
      emit('attention.changed', { items: attention() })
      options.coinsMoved()
    },
  })
  const shifts = createShifts(ledger, now, options.prices)
  const sales = createSales({ ledger, now, shifts, purchases })
  const reports = createReports({ ledger, now, shifts, purchases })
  const attention = (): AttentionView[] =>
    [purchases, transfers, allowances, claims, foreignPayments, unseen]
      .flatMap((room) => room.attention())
      .sort((a, b) => b.raisedAt.localeCompare(a.raisedAt))

  return {
    ...{ purchases, allowances, claims, transfers, foreignPayments, unseen, shifts, sales, reports, attention },
    start() {
      purchases.start()
      allowances.start()
      claims.start()
      transfers.start()
    },
    lookElsewhere: reconciler.look,
    networkMoved() {
      timer(0, () => {
        if (!ledger.open) return
        purchases.networkMoved()
        transfers.networkMoved()
        allowances.networkMoved()
        claims.networkMoved()
        emit('attention.changed', { items: attention() })
      })
    },
    goOn() {
      purchases.nudge()
      allowances.nudge()
      claims.nudge()
      transfers.nudge()
      reconciler.look()
    },
    async stop() {
      await Promise.all([purchases.stop(), allowances.stop(), claims.stop(), transfers.stop(), reconciler.stop()])
    },
  }
}
