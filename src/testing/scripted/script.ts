import type { RequestArgument, RequestName, RequestOutput } from '../../shared/contract.ts'
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'
import type { ForeignPaymentView, UnseenTransactionsView } from '../../shared/history/views.ts'
import type { ClerkView } from '../../shared/kiosk/views.ts'
import type { SaleView, ShiftReportView } from '../../shared/sales/views.ts'
import type { TillPurchaseView } from '../../shared/registers/views.ts'
import { scriptedAccounts, scriptedApp } from './app.ts'
import { scriptedVariants } from './catalog.ts'
import { scriptedBalances } from './networks.ts'
import type { PartOf } from './plausible.ts'
import { scriptedPurchases } from './purchases.ts'
import { scriptedRecipients } from './steps.ts'

/** What is answered to a request: any part of it, or what makes it of the input. */
export type Answer<N extends RequestName> =
  PartOf<RequestOutput<N>> | ((input: RequestArgument<N>) => PartOf<RequestOutput<N>> | undefined)
export type Answers = { -readonly [N in RequestName]?: Answer<N> }

/** What more than one request is answered from. */
interface State {
  app: RequestOutput<'app.get'>
  accounts: RequestOutput<'accounts.list'>
  balances: RequestOutput<'wallet.balances'>
  variants: RequestOutput<'catalog.variant'>[]
  /** Those that became a purchase too, which are only shown when opened. */
  drafts: RequestOutput<'drafts.get'>[]
  favourites: RequestOutput<'favourites.list'>
  changes: RequestOutput<'catalog.changes'>['changes']
  purchases: RequestOutput<'purchases.get'>[]
  allowances: RequestOutput<'allowances.list'>
  claimables: RequestOutput<'claims.find'>[]
  transfers: RequestOutput<'transfers.get'>[]
  recipients: RequestOutput<'recipients.list'>
  /** Payments that nothing explains. */
  foreignPayments: ForeignPaymentView[]
  unseen: UnseenTransactionsView[]
  clerks: (ClerkView & { pin: string })[]
  /** The newest first; the last one may be open. */
  shifts: ShiftReportView[]
  /** The newest first. */
  sales: SaleView[]
  prices: RequestOutput<'prices.get'>
  counter: Pick<RequestOutput<'counter.get'>, 'byPolicy' | 'pages'> & Partial<RequestOutput<'counter.get'>>
  tills: RequestOutput<'tills.list'>
  /** Of whichever till, the newest first. */
  tillPurchases: TillPurchaseView[]
  /** Requests that fail, with what. */
  fails: Partial<Record<RequestName, { code: ErrorCode; details?: ErrorDetails }>>
  /** Requests that never answer. */
  hangs: Set<RequestName>
}

/** What a scene or a test may change while it runs: what it is about, by the name of the request that is answered so. */
export type Script = State & Answers

/** A Till in use, changed as `given` says. */
export function newScript(given: Partial<Script> = {}): Script {
  return {
    app: structuredClone(scriptedApp),
    accounts: structuredClone(scriptedAccounts),
    balances: structuredClone(scriptedBalances),
    variants: scriptedVariants,
    drafts: [],
    favourites: { brands: [], products: [] },
    changes: [],
    purchases: structuredClone(scriptedPurchases),
    allowances: [],
    claimables: [],
    transfers: [],
    recipients: structuredClone(scriptedRecipients),
    foreignPayments: [],
    unseen: [],
    clerks: [],
    shifts: [],
    sales: [],
    prices: null,
    counter: { byPolicy: false, pages: [] },
    tills: { tills: [], byPolicy: false, reading: false, stopped: null },
    tillPurchases: [],
    fails: {},
    hangs: new Set(),
    ...given,
  }
}
