import type { PersonStatus } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import type { DesktopNotification } from './desktop.ts'
import type { Arrival } from './find-arrivals.ts'
import type { DesktopWords, NewsKind } from './words/desktop-words.ts'

/** Something that happened while nobody looked at the window. */
export type News =
  | { readonly kind: StatusKind; readonly purchase: PurchaseRowView }
  | { readonly kind: 'question'; readonly purchase: PurchaseRowView | null }
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  | EndingNews

/** A kept code that ends soon. */
export interface EndingNews {
  readonly kind: 'codeEnds'
  readonly purchase: PurchaseRowView | null
  /** In how many days its last day is, 0 today. */
  readonly daysLeft: number
}

type StatusKind = Exclude<NewsKind, 'arrived' | 'question' | 'codeEnds'>

const kindOfStatus: Partial<Record<PersonStatus, StatusKind>> = {
  delivered: 'delivered',
  failed: 'failed',
  refunded: 'refunded',
  'not-paid': 'notPaid',
}

/** Returns the news in a purchase's new status; null if it is none. Questions are news of their own. */
export function newsOfStatus(before: PersonStatus | undefined, purchase: PurchaseRowView): News | null {
  const kind = kindOfStatus[purchase.status]
  return kind === undefined || before === undefined || before === purchase.status ? null : { kind, purchase }
}

/** Returns one notification for each kind of news. While the wallet is locked it names no product and no amount. */
export function toNotifications(news: readonly News[], words: DesktopWords, isLocked: boolean): DesktopNotification[] {
  return [...Map.groupBy(news, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const [first, ...others] = ofKind
    const isSingle = first !== undefined && others.length === 0
    return {
      title: titleOf(kind, ofKind, words),
      body: isSingle && !isLocked ? describe(first, words.locale) : '',
      path: isSingle ? pathOf(first) : pathOfAll(kind),
    }
  })
}

function titleOf(kind: NewsKind, news: readonly News[], words: DesktopWords): string {
  if (kind !== 'codeEnds') return words.news[kind](news.length)
  const days = news.map((one) => (one.kind === 'codeEnds' ? one.daysLeft : Infinity))
  const first = new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(Math.min(...days), 'day')
  return words.codeEnds(news.length, first)
}

function describe(news: News, locale: string): string {
  if (news.kind === 'arrived') {
    const { amount, symbol, network } = news.arrival
    const exact = amount as Intl.StringNumericLiteral
    return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 8 }).format(exact)} ${symbol}, ${network}`
  }
  return news.purchase?.brandName ?? ''
}

function pathOf(news: News): string {
  // A code's page needs the password, and what is due waits on top of the purchases.
  const isOfOne = news.kind !== 'arrived' && news.kind !== 'codeEnds' && news.kind !== 'due'
  if (isOfOne && news.purchase !== null) return `/purchases/${news.purchase.id}`
  return pathOfAll(news.kind)
}

function pathOfAll(kind: NewsKind): string {
  if (kind === 'arrived') return '/wallet'
  if (kind === 'codeEnds') return '/codes'
  return kind === 'question' ? '/attention' : '/purchases'
}
