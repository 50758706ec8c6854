import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import type { Timer } from '../../shared/timer.ts'
import { createNewsCollector, type NewsCollector, type NewsSources } from './collect-news.ts'
import { createWaits, type Waits } from './create-waits.ts'
import { showState, wordsOf, type DesktopState } from './show-state.ts'
import { toNotifications, type EndingNews, type News } from './to-notifications.ts'
import type { Desktop } from './desktop.ts'

export interface DesktopNewsOptions extends NewsSources, DesktopState {
  readonly timer: Timer
  readonly isLocked: () => boolean
  /** Returns the codes that end soon, each once. */
  readonly takeEndingCodes: () => readonly Omit<EndingNews, 'kind'>[]
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Returns the purchases of which a reminder fell due since the last call. */
  readonly takeDue: () => readonly PurchaseRowView[]
  /** Reads the balances again. */
  readonly readBalances: () => void
  /** Ends Till. */
  readonly quit: () => void
}

/** Shows on the desktop what happens while nobody looks at the window. */
export interface DesktopNews extends Pick<NewsCollector, 'start' | 'purchaseChanged' | 'coinsArrived'> {
  /** Called when anything that it shows may have changed. */
  changed(): void
  /** Called when the window was closed; returns whether Till goes on without it. */
  windowClosed(): boolean
  /** Called when a page sends a request, which shows that there is a window again. */
  pageAsked(): void
  stop(): void
}

/** What happens at the same time becomes one notification. */
const TOGETHER_MS = 1_500
/** How often Till checks whether another day began; timers do not run while the computer sleeps. */
const DAY_CHECK_MS = 15 * 60_000
/** How long a Till without a window waits for a click on its last notification. */
const LINGER_MS = 10 * 60_000
/** How often balances are read while nobody looks. */
const BALANCES_MS = 5 * 60_000
/** How often reminders are checked; a computer that slept checks them soon after it woke. */
const REMINDERS_MS = 60_000
/** The hour of the day from which a reminder is worth a notification. */
const MORNING = 9

/** Creates it without effect until it is started, after the window was opened. */
export function createDesktopNews(options: DesktopNewsOptions): DesktopNews {
  const { desktop, isInShop, isLocked } = options
  const collector = createNewsCollector(options)
  const wait = createWaits(options.timer)
  const linger = createLinger(wait, desktop, options.quit)
  let isPlanned = false
  let isWithoutWindow = false

  function show(): void {
    const underWay = showState(options, collector.countQuestions(), isWithoutWindow)
    linger(isWithoutWindow && underWay === 0)
  }

  function update(): void {
    isPlanned = false
    const news = collector.take()
    show()
    if (desktop.isWatched() || isInShop()) return
    toNotifications([...news, ...endingOf(options)], wordsOf(options), isLocked()).forEach(desktop.notify)
  }

  function changed(): void {
    if (!isPlanned) wait.start(TOGETHER_MS, update)
    isPlanned = true
  }

  return {
    start() {
      collector.start()
      isWithoutWindow = !desktop.hasWindow()
      show()
      wait.repeat(BALANCES_MS, () => readUnwatched(options))
      wait.repeat(DAY_CHECK_MS, changed)
      changed()
      wait.repeat(REMINDERS_MS, () => collectDue(options, collector) && changed())
    },
    changed,
    purchaseChanged(row) {
      collector.purchaseChanged(row)
      changed()
    },
    coinsArrived(arrivals) {
      collector.coinsArrived(arrivals)
      changed()
    },
    windowClosed() {
      const underWay = isInShop() ? 0 : options.countUnderWay()
      isWithoutWindow = underWay > 0
      if (!isWithoutWindow) return false
      desktop.notify({ ...wordsOf(options).goesOn(underWay), path: '/purchases' })
      changed()
      return true
    },
    pageAsked() {
      if (!isWithoutWindow) return
      isWithoutWindow = false
      linger(false)
      changed()
    },
    stop: wait.stop,
  }
}

/** Reads the balances, which a page in front reads itself. */
function readUnwatched({ desktop, isInShop, readBalances }: DesktopNewsOptions): void {
  if (!desktop.isWatched() && !isInShop()) readBalances()
}

function endingOf(options: DesktopNewsOptions): News[] {
  if (isNight(options)) return []
  return options.takeEndingCodes().map((code) => ({ kind: 'codeEnds', ...code }))
}

/** Collects what fell due, and returns whether anything did. In shop mode and at night it waits. */
function collectDue(options: DesktopNewsOptions, collector: NewsCollector): boolean {
  const due = options.isInShop() || isNight(options) ? [] : options.takeDue()
  collector.fellDue(due)
  return due.length > 0
}

const isNight = ({ now }: Pick<DesktopNewsOptions, 'now'>): boolean => new Date(now()).getHours() < MORNING

/** Creates the end of a Till without a window: called with whether all is done, it quits some time after it was. */
function createLinger(wait: Waits, desktop: Desktop, quit: () => void): (isDone: boolean) => void {
  let cancel: (() => void) | null = null

  function end(): void {
    if (!desktop.hasWindow()) quit()
  }

  return (isDone) => {
    if (!isDone) cancel?.()
    cancel = isDone ? (cancel ?? wait.start(LINGER_MS, end)) : null
  }
}
