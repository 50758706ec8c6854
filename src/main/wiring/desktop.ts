import type { Balances } from '../chain/balances/balances.ts'
import { createDesktopNews, type DesktopNews } from '../desktop/create-desktop-news.ts'
import type { Codes } from '../codes/open-codes.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { countSignedAlone } from '../engine/steps/step-repository.ts'
import { isDiskError } from '../db/disk-errors.ts'
import type { AppEvents, EventBus } from '../events.ts'
import type { Session } from '../kiosk/session.ts'
import { listAttention } from '../purchases/attention-repository.ts'
import { listOpenStates } from '../purchases/list-repository.ts'
import { countUnderWay } from '../purchases/track/open-repository.ts'
import { personStatus } from '../../shared/purchases/state.ts'
import type { Log } from '../log/create-log.ts'
import type { Reminders } from '../reminders/open-reminders.ts'
import type { Timer } from '../../shared/timer.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Vault } from '../vault/vault.ts'
import type { SettingsParts } from './settings.ts'
import type { Spending } from './spending.ts'

export interface DesktopNewsParts extends Pick<SettingsParts, 'settings'> {
  readonly ledger: WritableDb
  readonly timer: Timer
  readonly now: () => number
  readonly monotonic: () => number
  readonly events: EventBus
  readonly session: Pick<Session, 'isOn'>
  readonly vault: Pick<Vault, 'isLocked'>
  readonly spending: Spending
  readonly balances: Pick<Balances, 'refresh'>
  readonly codes: Pick<Codes, 'takeEnding'>
  readonly reminders: Pick<Reminders, 'takeNews'>
  readonly log: Log
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
  const {
    ledger,
    timer,
    now,
    monotonic,
    events,
    session,
    vault,
    spending,
    balances,
    settings,
    reminders,
    log,
    onClosed,
  } = parts
  const { purchases, transfers, allowances, claims, foreignPayments, unseen } = spending
  /** Returns what is new; none if that fails: it runs in a timer, where an error would end Till. */
  function taken<T>(task: 'codes' | 'reminders', take: () => readonly T[]): readonly T[] {
    try {
      return take()
    } catch (error) {
      log('app.task', { task }, { error })
      if (isDiskError(error)) events.emit('disk.failed', error)
      return []
    }
  }
  const news = createDesktopNews({
    desktop,
    timer,
    now,
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
    takeEndingCodes: () =>
      taken('codes', () =>
        parts.codes.takeEnding().map(({ purchaseId, daysLeft }) => ({ purchase: purchases.row(purchaseId), daysLeft })),
      ),
    takeDue: () => taken('reminders', reminders.takeNews),
    readBalances: balances.refresh,
    quit: onClosed,
  })
  for (const name of changing) events.on(name, news.changed)
  events.on('purchase.shown', news.purchaseChanged)
  events.on('coins.arrived', news.coinsArrived)
  return news
}
