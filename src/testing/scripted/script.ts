import type { RequestArgument, RequestName, RequestOutput } from '../../shared/contract.ts'
import type { ErrorCode, ErrorView } from '../../shared/errors.ts'
import type { ForeignPaymentView, UnseenTransactionsView } from '../../shared/history/views.ts'
import type { ActivityView } from '../../shared/wallet/activity-views.ts'
import { scriptedPeople } from '../fixtures/steps.ts'
import { scriptedAccounts, scriptedApp } from '../fixtures/app.ts'
import { scriptedVariants } from '../fixtures/catalog.ts'
import { scriptedBalances } from '../fixtures/networks.ts'
import type { PartOf } from '../plausible.ts'
import { scriptedPurchases } from '../fixtures/purchases.ts'

type Part<N extends RequestName> = PartOf<RequestOutput<N>> | undefined

/** The answer to a request: any part of the output, or a function of the input that returns one. */
export type Answer<N extends RequestName> = Part<N> | ((input: RequestArgument<N>) => Part<N> | Promise<Part<N>>)
export type Answers = { -readonly [N in RequestName]?: Answer<N> }

type Counter = Pick<RequestOutput<'counter.get'>, 'byPolicy' | 'pages'> & Partial<RequestOutput<'counter.get'>>

/** An error of any code, with a reason only of its own. */
type Failure = { [C in ErrorCode]: ErrorView<C> }[ErrorCode]

/** The data that several requests answer from: a Till in use. */
const usual = () => ({
  app: structuredClone(scriptedApp),
  accounts: structuredClone(scriptedAccounts),
  balances: structuredClone(scriptedBalances),
  variants: scriptedVariants,
  /** Includes drafts that became a purchase, which are only shown when opened. */
  drafts: [] as RequestOutput<'drafts.get'>[],
  favourites: { brands: [], products: [] } as RequestOutput<'favourites.list'>,
  changes: [] as RequestOutput<'catalog.changes'>['changes'],
  purchases: structuredClone(scriptedPurchases),
  hiddenRecents: [] as string[],
  /** Payments that other wallets are asked to make. */
  external: [] as RequestOutput<'external.list'>,
  allowances: [] as RequestOutput<'allowances.list'>,
  claimables: [] as RequestOutput<'claims.find'>[],
  transfers: [] as RequestOutput<'transfers.get'>[],
  /** Coins from elsewhere. */
  received: [] as Extract<ActivityView, { kind: 'received' | 'unused' }>[],
  people: structuredClone(scriptedPeople),
  codes: [] as RequestOutput<'codes.list'>,
  sentNotes: {} as RequestOutput<'transfers.list'>['notes'],
  reminders: [] as RequestOutput<'reminders.list'>,
  /** As they were before the last skip. */
  skippedReminders: [] as RequestOutput<'reminders.list'>,
  boughtFor: [] as RequestOutput<'people.boughtFor'>,
  suggestedPeople: [] as RequestOutput<'people.suggested'>,
  /** Payments that Till cannot explain. */
  foreignPayments: [] as ForeignPaymentView[],
  unseen: [] as UnseenTransactionsView[],
  clerks: [] as RequestOutput<'clerks.list'>,
  /** Newest first; the first may be open. */
  shifts: [] as RequestOutput<'shift.report'>[],
  /** Newest first. */
  sales: [] as RequestOutput<'sales.list'>['sales'],
  prices: null as RequestOutput<'prices.get'>,
  keptCount: null as RequestOutput<'shift.keptCount'>,
  counter: { byPolicy: false, pages: [] } as Counter,
  registers: { registers: [], byPolicy: false, reading: false, stopped: null } as RequestOutput<'registers.list'>,
  /** The same for every register, newest first. */
  registerPurchases: [] as RequestOutput<'registers.purchases'>['purchases'],
  /** Requests that fail, with their errors. */
  fails: {} as Partial<Record<RequestName, Failure>>,
  /** Requests that never answer. */
  hangs: new Set<RequestName>(),
})

/** What a scene or a test may change while it runs: the data, and the answers by request name. */
export type Script = ReturnType<typeof usual> & Answers

/** Answers another request of any role. */
export type Ask = <N extends RequestName>(name: N, input: RequestArgument<N>) => Promise<RequestOutput<N>>

/** Changes the app's state and notifies the page. */
export type SetApp = (change: Partial<Script['app']>) => Script['app']

export function newScript(given: Partial<Script> = {}): Script {
  return { ...usual(), ...given }
}
