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

/** What is answered to a request: any part of it, or what makes it of the input. */
export type Answer<N extends RequestName> =
  PartOf<RequestOutput<N>> | ((input: RequestArgument<N>) => PartOf<RequestOutput<N>> | undefined)
export type Answers = { -readonly [N in RequestName]?: Answer<N> }

/** What more than one request is answered from: a Till in use. */
const usual = () => ({
  app: structuredClone(scriptedApp),
  accounts: structuredClone(scriptedAccounts),
  balances: structuredClone(scriptedBalances),
  variants: scriptedVariants,
  /** Those that became a purchase too, which are only shown when opened. */
  drafts: [] as DraftView[],
  favourites: { brands: [], products: [] } as FavouritesView,
  changes: [] as ChangeView[],
  purchases: structuredClone(scriptedPurchases),
  allowances: [] as AllowancesView,
  claimables: [] as ClaimableView[],
  transfers: [] as TransferView[],
  recipients: structuredClone(scriptedRecipients),
  /** Payments that nothing explains. */
  foreignPayments: [] as ForeignPaymentView[],
  unseen: [] as UnseenTransactionsView[],
  clerks: [] as (ClerkView & { pin: string })[],
  /** The newest first; the last one may be open. */
  shifts: [] as ShiftReportView[],
  /** The newest first. */
  sales: [] as SaleView[],
  prices: null as Prices | null,
  counter: { byPolicy: false, pages: [] } as Pick<CounterView, 'byPolicy' | 'pages'> & Partial<CounterView>,
  registers: { registers: [], byPolicy: false, reading: false, stopped: null } as RegistersView,
  /** Of whichever register, the newest first. */
  registerPurchases: [] as RegisterPurchaseView[],
  /** Requests that fail, with what. */
  fails: {} as Partial<Record<RequestName, { code: ErrorCode; details?: ErrorDetails }>>,
  /** Requests that never answer. */
  hangs: new Set<RequestName>(),
})

/** What a scene or a test may change while it runs: what it is about, by the name of the request that is answered so. */
export type Script = ReturnType<typeof usual> & Answers

/** Changes the app and tells the page. */
export type SetApp = (change: Partial<Script['app']>) => Script['app']

export function newScript(given: Partial<Script> = {}): Script {
  return { ...usual(), ...given }
}
