import type { Profile } from '../../shared/services/profile.ts'
import type { ConnectionView } from '../../shared/services/views.ts'
import type { AccessBreaker } from './exchange/access-breaker.ts'
import { createConnectionMonitor } from './exchange/connection-monitor.ts'
import { createQuote, type Quote, type QuoteInput } from './operations/create-quote.ts'
import {
  downloadProducts,
  type Download,
  type DownloadOptions,
  type ProductFilters,
} from './operations/download-products.ts'
import { createExchange } from './exchange/exchange.ts'
import { getTransaction } from './operations/get-transaction.ts'
import { getWallet, type WalletState } from './operations/get-wallet.ts'
import { listCountries, type Country, type CountryFilters } from './operations/list-countries.ts'
import { listNetworks, type Network } from './operations/list-networks.ts'
import { listTokens, type Token } from './operations/list-tokens.ts'
import { listTransactions, type ListTransactionsInput, type TransactionPage } from './operations/list-transactions.ts'
import type { Log } from '../log/create-log.ts'
import { mergeReads } from './exchange/merge-reads.ts'
import { readAllTransactions, type AllTransactions } from './operations/read-all-transactions.ts'
import { registerSpend, type RegisterSpendInput, type RegistrationOutcome } from './operations/register-spend.ts'
import type { RequestBudget } from './budget/request-budget.ts'
import type { SpendTransaction } from './operations/spend-transaction.ts'

export interface ServiceClientOptions {
  readonly profile: Profile
  readonly budget: RequestBudget
  readonly breaker: AccessBreaker
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log?: Log | undefined
  readonly onConnectionChange: (view: ConnectionView) => void
  /** Milliseconds for a whole exchange of the quick operations; 20 s by default. */
  readonly timeoutMs?: number
  /** Aborts every exchange in progress, and prevents new ones. */
  readonly signal?: AbortSignal
}

/** The operations of one profile's service. Reads throw AppError; every outcome of a registration is a value. */
export interface ServiceClient {
  downloadProducts(filters: ProductFilters, options: DownloadOptions): Promise<Download>
  listNetworks(walletAddress?: string, signal?: AbortSignal): Promise<readonly Network[]>
  listTokens(networkKey: string, walletAddress?: string, signal?: AbortSignal): Promise<readonly Token[]>
  listCountries(filters?: CountryFilters, signal?: AbortSignal): Promise<readonly Country[]>
  createQuote(input: QuoteInput, signal?: AbortSignal): Promise<Quote>
  getWallet(address: string, signal?: AbortSignal): Promise<WalletState>
  registerSpend(input: RegisterSpendInput): Promise<RegistrationOutcome>
  listTransactions(input: ListTransactionsInput): Promise<TransactionPage>
  readAllTransactions(input: Parameters<typeof readAllTransactions>[1]): Promise<AllTransactions>
  getTransaction(
    address: string,
    transactionId: string,
    options?: { readonly owner?: string; readonly signal?: AbortSignal },
  ): Promise<SpendTransaction | null>
  connection(): ConnectionView
}

const TIMEOUT_MS = 20_000

/** Creates the operations of one profile's service over one budget, one breaker and one connection monitor. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { profile, now } = options
  const connection = createConnectionMonitor(now, options.onConnectionChange)
  const exchange = mergeReads(
    createExchange({
      baseUrl: profile.baseUrl,
      budget: options.budget,
      breaker: options.breaker,
      connection,
      now,
      log: options.log,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      signal: options.signal,
    }),
  )
  const readPage = (input: ListTransactionsInput): Promise<TransactionPage> =>
    listTransactions(exchange, profile, input)
  return {
    downloadProducts: (filters, more) => downloadProducts(exchange, filters, more),
    listNetworks: (walletAddress, signal) => listNetworks(exchange, walletAddress, signal),
    listTokens: (networkKey, walletAddress, signal) => listTokens(exchange, networkKey, walletAddress, signal),
    listCountries: (filters, signal) => listCountries(exchange, profile.countryParameters, filters, signal),
    createQuote: (input, signal) => createQuote(exchange, profile, input, signal),
    getWallet: (address, signal) => getWallet(exchange, profile.integrator, address, signal),
    registerSpend: (input) => registerSpend(exchange, profile, input),
    listTransactions: readPage,
    readAllTransactions: (input) => readAllTransactions(readPage, { pageSize: profile.pageSize, ...input }),
    getTransaction: (address, id, more) => getTransaction(exchange, profile, address, id, more),
    connection: connection.view,
  }
}

/** The service of one profile, with the client and the request budget that all its users share. */
export interface ProfileService {
  readonly profileId: string
  readonly profile: Profile
  readonly client: ServiceClient
  readonly budget: RequestBudget
}
