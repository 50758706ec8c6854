import type { Balances } from '../chain/balances/balances.ts'
import { createDesktopNews, type DesktopNews } from '../desktop/create-desktop-news.ts'
import type { Codes } from '../codes/open-codes.ts'
import { isDiskError } from '../db/disk-errors.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { countSignedAlone } from '../engine/steps/step-repository.ts'
import type { AppEvents, EventBus } from '../events.ts'
import type { Session } from '../kiosk/session.ts'
import { listAttention } from '../purchases/attention-repository.ts'
import { listOpenStates } from '../purchases/list-repository.ts'
import { countUnderWay } from '../purchases/track/open-repository.ts'
import { dayAt } from '../../shared/periods.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { personStatus } from '../../shared/purchases/state.ts'
import type { Timer } from '../../shared/timer.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Vault } from '../vault/vault.ts'
import type { SettingsParts } from './settings.ts'
import type { Spending } from './spending.ts'

export interface DesktopNewsParts extends Pick<SettingsParts, 'settings'> {
  readonly ledger: WritableDb
  readonly timer: Timer
  readonly monotonic: () => number
  readonly events: EventBus
  readonly session: Pick<Session, 'isOn'>
  readonly vault: Pick<Vault, 'isLocked'>
  readonly spending: Spending
  readonly balances: Pick<Balances, 'refresh'>
  readonly codes: Pick<Codes, 'takeEndingOn'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onClosed: () => void
}

const changing = [
  'app.changed',
  'attention.changed',
  'coins.moved',
  'wallet.unlocked',
] as const satisfies (keyof AppEvents)[]

/** Connects the desktop to what happens in the app. */
export function openDesktopNews(desktop: Desktop, parts: DesktopNewsParts): DesktopNews {
  const { ledger, timer, monotonic, events, session, vault, spending, balances, settings, onClosed } = parts
  const { purchases, transfers, allowances, claims, foreignPayments, unseen } = spending
  /** It runs in a timer, where a full disk would end Till. */
  function takeEndingCodes(): (PurchaseRowView | null)[] {
    try {
      return parts.codes.takeEndingOn(dayAt(parts.now())).map(purchases.row)
    } catch (error) {
      if (!isDiskError(error)) throw error
      events.emit('disk.failed')
      return []
    }
  }
  const news = createDesktopNews({
    desktop,
    timer,
    monotonic,
    settings,
    isInShop: session.isOn,
    isLocked: vault.isLocked,
    questions: () => [
      ...listAttention(ledger).map(({ id, raisedAt }) => ({ key: `${id} ${raisedAt}`, purchaseId: id })),
      ...[purchases.external, transfers, allowances, claims, foreignPayments, unseen]
        .flatMap((source) => source.attention())
        .map(({ about, raisedAt }) => ({ key: `${about} ${raisedAt}`, purchaseId: null })),
    ],
    statuses: () => new Map(listOpenStates(ledger).map(({ id, state }) => [id, personStatus(state)])),
    row: purchases.row,
    countUnderWay: () => countUnderWay(ledger) + countSignedAlone(ledger),
    takeEndingCodes,
    readBalances: balances.refresh,
    quit: onClosed,
  })
  for (const name of changing) events.on(name, news.changed)
  events.on('purchase.shown', news.purchaseChanged)
  events.on('coins.arrived', news.coinsArrived)
  return news
}
