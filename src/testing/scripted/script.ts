import type { AllowancesView } from '../../shared/allowances/views.ts'
import type { ChangeView } from '../../shared/catalog/views.ts'
import type { ClaimableView } from '../../shared/claims/views.ts'
import type { DraftView, FavouritesView } from '../../shared/favourites/views.ts'
import type { CounterView } from '../../shared/kiosk/counter-views.ts'
import type { RegisterPurchaseView, RegistersView } from '../../shared/registers/views.ts'
import type { Prices, SaleView, ShiftReportView } from '../../shared/sales/views.ts'
import type { TransferView } from '../../shared/transfers/views.ts'
import type { RequestArgument, RequestName, RequestOutput } from '../../shared/contract.ts'
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'
import type { ForeignPaymentView, UnseenTransactionsView } from '../../shared/history/views.ts'
import type { ClerkView } from '../../shared/kiosk/views.ts'
import { scriptedAccounts, scriptedApp } from './app.ts'
import { scriptedVariants } from './catalog.ts'
import { scriptedBalances } from './networks.ts'
import type { PartOf } from './plausible.ts'
import { scriptedPurchases } from './purchases.ts'
import { scriptedRecipients } from '../fixtures/steps.ts'

type Part<N extends RequestName> = PartOf<RequestOutput<N>> | undefined

/** The answer to a request: any part of the output, or a function of the input that returns one. */
export type Answer<N extends RequestName> = Part<N> | ((input: RequestArgument<N>) => Part<N>)
export type Answers = { -readonly [N in RequestName]?: Answer<N> }

/** The data that several requests answer from: a Till in use. */
const usual = () => ({
  app: structuredClone(scriptedApp),
  accounts: structuredClone(scriptedAccounts),
  balances: structuredClone(scriptedBalances),
  variants: scriptedVariants,
  /** Includes drafts that became a purchase, which are only shown when opened. */
  drafts: [] as DraftView[],
  favourites: { brands: [], products: [] } as FavouritesView,
  changes: [] as ChangeView[],
  purchases: structuredClone(scriptedPurchases),
  allowances: [] as AllowancesView,
  claimables: [] as ClaimableView[],
  transfers: [] as TransferView[],
  recipients: structuredClone(scriptedRecipients),
  /** Payments that Till cannot explain. */
  foreignPayments: [] as ForeignPaymentView[],
  unseen: [] as UnseenTransactionsView[],
  clerks: [] as ClerkView[],
  /** Newest first; the first may be open. */
  shifts: [] as ShiftReportView[],
  /** Newest first. */
  sales: [] as SaleView[],
  prices: null as Prices | null,
  counter: { byPolicy: false, pages: [] } as Pick<CounterView, 'byPolicy' | 'pages'> & Partial<CounterView>,
  registers: { registers: [], byPolicy: false, reading: false, stopped: null } as RegistersView,
  /** The same for every register, newest first. */
  registerPurchases: [] as RegisterPurchaseView[],
  /** Requests that fail, with their errors. */
  fails: {} as Partial<Record<RequestName, { code: ErrorCode; details?: ErrorDetails }>>,
  /** Requests that never answer. */
  hangs: new Set<RequestName>(),
})

/** What a scene or a test may change while it runs: the data, and the answers by request name. */
export type Script = ReturnType<typeof usual> & Answers

/** Changes the app's state and notifies the page. */
export type SetApp = (change: Partial<Script['app']>) => Script['app']

export function newScript(given: Partial<Script> = {}): Script {
  return { ...usual(), ...given }
}
