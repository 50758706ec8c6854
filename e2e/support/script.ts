import type { RequestName, RequestOutput } from '../../src/shared/contract.ts'
import type { ErrorCode, ErrorDetails } from '../../src/shared/errors.ts'
import type { ForeignPaymentView, UnseenTransactionsView } from '../../src/shared/history/views.ts'
import type { AddedNodeView, NetworkNodesView } from '../../src/shared/networks/node-views.ts'
import { scriptedAccounts, type AccountsScript } from './scripted-accounts.ts'
import { scriptedBackupFile, type BackupScript } from './scripted-backup.ts'
import { scriptedCountries, scriptedVariants } from './scripted-catalog.ts'
import { scriptedCheck } from './scripted-check.ts'
import type { ClaimsScript } from './scripted-claims.ts'
import type { CounterScript } from './scripted-counter.ts'
import type { KeptScript } from './scripted-kept.ts'
import { scriptedKiosk, type KioskScript } from './scripted-kiosk.ts'
import type { SalesScript } from './scripted-sales.ts'
import { scriptedApp, scriptedBalances, scriptedNetworks, scriptedNodes, scriptedPurchases } from './scripted-state.ts'
import type { TillsScript } from './scripted-tills.ts'
import { scriptedRecipients, type TransfersScript } from './scripted-transfers.ts'

type App = RequestOutput<'app.get'>
type Purchase = RequestOutput<'purchases.get'>

/** What a show or a test may change while it runs. */
export interface Script
  extends
    KeptScript,
    AccountsScript,
    ClaimsScript,
    TransfersScript,
    BackupScript,
    KioskScript,
    SalesScript,
    CounterScript,
    TillsScript {
  prices: SalesScript['prices']
  app: App
  purchases: Purchase[]
  balances: RequestOutput<'wallet.balances'>
  networks: RequestOutput<'networks.list'>
  countries: RequestOutput<'countries.list'>
  budget: RequestOutput<'budget.get'>
  connection: RequestOutput<'connection.get'>
  status: RequestOutput<'catalog.status'>
  elsewhere: RequestOutput<'history.elsewhere'>
  allowances: RequestOutput<'allowances.list'>
  /** Payments that nothing explains. */
  foreignPayments: ForeignPaymentView[]
  unseen: UnseenTransactionsView[]
  nodes: NetworkNodesView[]
  /** What a check of a service finds. */
  serviceCheck: RequestOutput<'profile.check'>
  /** How the nodes answer that the service's form adds. */
  addedNodes: AddedNodeView[]
  backup: RequestOutput<'backup.get'>
  limits: RequestOutput<'limits.get'>
  /** What goes with the words. */
  passphrase: string
  /** What the next quotes say beside the plain offer. */
  quote: Partial<RequestOutput<'checkout.quote'>>
  /** What the next offers to take an allowance back say beside the plain one. */
  revocation: Partial<RequestOutput<'allowances.offerRevoke'>>
  /** Requests that fail, with what. */
  fails: Partial<Record<RequestName, { code: ErrorCode; details?: ErrorDetails }>>
  /** Requests that never answer. */
  hangs: Set<RequestName>
}

/** A Till in use, changed as `given` says. */
export function newScript(given: Partial<Script> = {}): Script {
  return {
    app: structuredClone(scriptedApp),
    accounts: structuredClone(scriptedAccounts),
    purchases: structuredClone(scriptedPurchases),
    balances: structuredClone(scriptedBalances),
    networks: scriptedNetworks,
    countries: scriptedCountries,
    budget: { limit: 100, used: 18, left: 82, refillsAt: null, waitingUntil: null },
    connection: { service: 'online', since: new Date().toISOString(), error: null },
    status: {
      refreshedAt: new Date(Date.now() - 7 * 60_000).toISOString(),
      brands: 152,
      variants: scriptedVariants.length,
      skipped: 0,
      refreshing: false,
      progress: null,
      error: null,
      missing: [],
    },
    variants: scriptedVariants,
    elsewhere: [],
    allowances: [],
    foreignPayments: [],
    unseen: [],
    nodes: scriptedNodes(),
    addedNodes: [],
    serviceCheck: scriptedCheck(),
    limits: { perPurchase: null, perDay: null, perRecipient: null },
    backup: {
      folder: '/home/you/.local/share/till/backups',
      newestAt: new Date(Date.now() - 3_600_000).toISOString(),
      failed: false,
    },
    backupFile: scriptedBackupFile(),
    ...{ ...scriptedKiosk(), prices: null, shifts: [], sales: [], saleOffer: {}, soldIn: () => [] },
    counter: { byPolicy: false, pages: [] },
    tills: { tills: [], byPolicy: false, reading: false, stopped: null },
    tillPurchases: [],
    claimables: [],
    claiming: {},
    transfers: [],
    recipients: structuredClone(scriptedRecipients),
    check: {},
    sending: {},
    passphrase: '',
    favourites: { brands: [], products: [] },
    drafts: [],
    changes: [],
    lookedAt: null,
    quote: {},
    revocation: {},
    passedCap: null,
    fails: {},
    hangs: new Set(),
    ...given,
  }
}
