import type { Locale } from '../../../shared/app/locales.ts'

/** What a notification is about. */
export type NewsKind = 'delivered' | 'failed' | 'refunded' | 'notPaid' | 'question' | 'arrived' | 'codeEnds' | 'due'

/** The words that the system shows, and those between two pages of the window, in one language. */
export interface DesktopWords {
  readonly locale: Locale
  /** The title of a notification about this many, without names and numbers of theirs. */
  readonly news: Readonly<Record<Exclude<NewsKind, 'codeEnds'>, (count: number) => string>>
  /** The title of a notification about codes that end soon; `first` says when the first one does: "today", "in 5 days". */
  readonly codeEnds: (count: number, first: string) => string
  /** Why Till goes on after its window was closed. */
  readonly goesOn: (count: number) => { readonly title: string; readonly body: string }
  readonly tray: { readonly underWay: (count: number) => string; readonly done: string }
  /** What stands at a register until a user's page has started. */
  readonly entrance: { readonly manager: string; readonly signingIn: string }
  readonly menu: {
    readonly open: string
    readonly about: string
    readonly settings: string
    readonly switchUser: string
    readonly services: string
    readonly hide: string
    readonly hideOthers: string
    readonly showAll: string
    readonly quit: string
    readonly edit: string
    readonly undo: string
    readonly redo: string
    readonly cut: string
    readonly copy: string
    readonly paste: string
    readonly selectAll: string
    readonly view: string
    readonly actualSize: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly fullScreen: string
    readonly window: string
    readonly minimize: string
    readonly close: string
  }
}
