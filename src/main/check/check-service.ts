import { randomBytes } from 'node:crypto'
import { bytesToHex, getAddress, type Address } from 'viem'
import { checkParts, essentialParts, MAX_CHECK_REQUESTS } from '../../shared/services/check-parts.ts'
import type { CheckRowView, CheckView, FoundSettings } from '../../shared/services/check-views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import { createAccessBreaker, type AccessBreaker } from '../service/exchange/access-breaker.ts'
import { createConnectionMonitor } from '../service/exchange/connection-monitor.ts'
import { createExchange, type Exchange, type ExchangeBudget } from '../service/exchange/exchange.ts'
import type { Network } from '../service/operations/list-networks.ts'
import { checkChainName } from './check-chain-name.ts'
import { checkCoins } from './check-coins.ts'
import { checkCountries } from './check-countries.ts'
import { checkNetworks } from './check-networks.ts'
import { checkPrice } from './check-price.ts'
import { checkProducts } from './check-products.ts'
import { checkPurchases } from './check-purchases.ts'
import { checkPurchase, checkWallet } from './check-wallet.ts'
import { choosePurchases } from './choose-purchase.ts'
import { countRequests, type CountedBudget } from './count-requests.ts'
import { beginInquiry, type Inquiry } from './inquiry.ts'
import { readDocument, type ServiceDocument } from './read-document.ts'

export interface CheckOptions {
  /** The initial profile: its address, integrator and token, and known settings. */
  readonly profile: Profile
  /** The country whose products are requested first (ISO alpha-2); null for none. */
  readonly country: string | null
  /** The hourly budget that counts the requests; null for none. */
  readonly hour: ExchangeBudget | null
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds for one answer; 20 s by default. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

const TIMEOUT_MS = 20_000
/** Many services sell there; one that does not is asked for all products. */
const USUAL_COUNTRY = 'MX'

/**
 * Checks whether a service fits the interface, and which settings fit the service, with at most twelve requests. Pays and registers
 * nothing, and names only a made-up wallet; never throws for the service's behaviour.
 */
export async function checkService(options: CheckOptions): Promise<CheckView> {
  const { profile, now } = options
  const budget = countRequests(MAX_CHECK_REQUESTS, options.hour, now)
  const access = { token: profile.token ?? null, isSent: false, isRefused: false }
  const open = (breaker: AccessBreaker): Exchange =>
    createExchange({
      baseUrl: profile.baseUrl,
      budget,
      breaker,
      now,
      signal: options.signal,
      connection: createConnectionMonitor(now, () => undefined),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    })
  const token = (): string | null => (access.isRefused ? null : access.token)
  const breaker = createAccessBreaker({ now, token, onTokenRefused: () => (access.isRefused = true) })
  const pass = (): string | null => {
    const sent = breaker.pass()
    access.isSent ||= sent !== null
    return sent
  }
  const inquiry = beginInquiry(open({ ...breaker, pass }), now)
  const networks = await checkNetworks(inquiry, profile)
  const isThere = inquiry.rows.some(({ part, verdict }) => part === 'address' && verdict !== 'fails')
  // Without a service, the remaining parts mean nothing.
  if (!isThere && inquiry.isOver()) return { ok: false, requests: budget.used(), rows: [...inquiry.rows], found: null }
  const country = options.country ?? profile.catalogCountries?.[0] ?? USUAL_COUNTRY
  const document = await readDocument(
    inquiry,
    open(createAccessBreaker({ now, token: () => null, onTokenRefused: () => undefined })),
  )
  const settings = await askAll(inquiry, profile, { networks, document, country })
  sayAccess(inquiry, access)
  const found = { ...settings, requestsPerHour: reportLimit(inquiry, profile, budget) }
  return { ok: isEnough(inquiry.rows), requests: budget.used(), rows: inOrder(inquiry.rows), found }
}

interface Begun {
  readonly networks: readonly Network[]
  readonly document: ServiceDocument | null
  readonly country: string
}

/** Requests everything else, in the order of importance for a purchase; leaves the rest open after the last request. */
async function askAll(
  inquiry: Inquiry,
  profile: Profile,
  { networks, document, country }: Begun,
): Promise<Omit<FoundSettings, 'requestsPerHour'>> {
  const wallet = madeUpAddress()
  const payable = await checkCoins(inquiry, networks)
  const variants = await checkProducts(inquiry, country)
  const [first, ...others] = payable === null ? [] : choosePurchases(payable, variants, profile)
  const form =
    first === undefined ? sayNothingToPrice(inquiry) : await checkPrice(inquiry, profile, [first, ...others], wallet)
  await checkWallet(inquiry, profile, wallet)
  const lists = await checkPurchases(inquiry, profile, wallet, document)
  const intentChain = checkChainName(inquiry, profile, document, networks)
  const countryParameters = await checkCountries(inquiry, profile, document)
  await checkPurchase(inquiry, profile, wallet)
  if (inquiry.rows.some(namesWallet)) inquiry.report('sender', 'fits', 'sender.made-up', { address: wallet })
  const { quoteDialect, digitalAsset, listParameters, pageSize } = { ...profile, ...form, ...lists }
  return { quoteDialect, digitalAsset, intentChain, listParameters, countryParameters, pageSize }
}

function sayNothingToPrice(inquiry: Inquiry): Record<string, never> {
  inquiry.report('price', 'unknown', 'skipped.nothing-to-ask')
  inquiry.report('payment', 'unknown', 'skipped.nothing-to-ask')
  return {}
}

/** Returns whether a row is about a request with the made-up wallet. */
function namesWallet({ part, message }: CheckRowView): boolean {
  return ['price', 'wallet', 'purchases', 'purchase'].includes(part) && !message.startsWith('skipped.')
}

/** Returns an address of random bytes, whose key nobody has. */
function madeUpAddress(): Address {
  return getAddress(bytesToHex(randomBytes(20)))
}

interface Access {
  readonly token: string | null
  readonly isSent: boolean
  readonly isRefused: boolean
}

function sayAccess(inquiry: Inquiry, { token, isSent, isRefused }: Access): void {
  if (token !== null && !isSent) inquiry.report('token', 'fails', 'token.unsendable')
  else if (isRefused) inquiry.report('token', 'fails', 'token.refused')
  else if (inquiry.isTokenWanted()) inquiry.report('token', 'fails', 'token.wanted')
  else if (!inquiry.isAnswered()) inquiry.report('token', 'unknown', 'token.unclear')
  else inquiry.report('token', 'fits', token === null ? 'token.none' : 'token.accepted')
}

/** Reports the service's hourly limit, and returns the limit to use. */
function reportLimit(inquiry: Inquiry, { requestsPerHour }: Profile, budget: CountedBudget): number {
  const { hourly, left } = budget.named()
  if (hourly === null || hourly < 1) {
    inquiry.report('limit', 'unknown', 'limit.unnamed', { limit: requestsPerHour })
    return requestsPerHour
  }
  const limit = Math.min(hourly, 100_000)
  inquiry.report('limit', 'fits', 'limit.named', { limit, left: left ?? limit })
  return limit
}

function inOrder(rows: readonly CheckRowView[]): CheckRowView[] {
  return [...rows].sort((a, b) => checkParts.indexOf(a.part) - checkParts.indexOf(b.part))
}

/** Returns whether every part that a purchase needs was seen, and none failed. */
function isEnough(rows: readonly CheckRowView[]): boolean {
  return [...essentialParts].every((part) => {
    const own = rows.filter((row) => row.part === part)
    return own.length > 0 && own.every(({ verdict }) => verdict === 'fits' || verdict === 'differs')
  })
}
