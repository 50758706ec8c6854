import type { Timer } from '../../shared/timer.ts'
import { createNewsCollector, type NewsCollector, type NewsSources } from './collect-news.ts'
import type { DesktopNotification } from './desktop.ts'
import { createWaits } from './create-waits.ts'
import { showState, wordsOf, type DesktopState } from './show-state.ts'
import { toNotifications } from './to-notifications.ts'

export interface DesktopNewsOptions extends NewsSources, DesktopState {
  readonly timer: Timer
  readonly isLocked: () => boolean
  /** Reads the balances again. */
  readonly readBalances: () => void
  /** Opens a path of the page, in front. */
  readonly open: (path: string) => void
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
/** How long a Till without a window waits for a click on its last notification. */
const LINGER_MS = 10 * 60_000
/** How often balances are read while nobody looks. */
const BALANCES_MS = 5 * 60_000

/** Creates it without effect until it is started. */
export function createDesktopNews(options: DesktopNewsOptions): DesktopNews {
  const { desktop, isInShop, isLocked } = options
  const collector = createNewsCollector(options)
  const wait = createWaits(options.timer)
  let isPlanned = false
  let isWithoutWindow = false
  let stopLingering: (() => void) | null = null

  function show(): void {
    const underWay = showState(options, collector.countQuestions(), isWithoutWindow)
    linger(isWithoutWindow && underWay === 0)
  }

  /** Ends a Till without a window some time after its last payment ended. */
  function linger(isDone: boolean): void {
    if (!isDone) stopLingering?.()
    stopLingering = isDone ? (stopLingering ?? wait.start(LINGER_MS, options.quit)) : null
  }

  const notify = (one: DesktopNotification): void => desktop.notify(one, () => options.open(one.path))

  function update(): void {
    isPlanned = false
    const news = collector.take()
    show()
    if (desktop.isWatched() || isInShop()) return
    toNotifications(news, wordsOf(options), isLocked()).forEach(notify)
  }

  function changed(): void {
    if (!isPlanned) wait.start(TOGETHER_MS, update)
    isPlanned = true
  }

  /** A page in front reads them itself. */
  function readBalances(): void {
    if (!desktop.isWatched() && !isInShop()) options.readBalances()
  }

  return {
    start() {
      collector.start()
      show()
      wait.repeat(BALANCES_MS, readBalances)
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
      notify({ ...wordsOf(options).goesOn(underWay), path: '/purchases' })
      changed()
      return true
    },
    pageAsked() {
      if (isWithoutWindow) changed()
      isWithoutWindow = false
    },
    stop: wait.stop,
  }
}
