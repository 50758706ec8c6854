import { randomUUID } from 'node:crypto'
import type { Buyer, Json, Quote } from './buyer.ts'

/** What the cases ask about: a wallet with one registered purchase (Idempotency-Key "the first key") and its quote. */
export interface KnownPurchase {
  readonly buyer: Buyer
  readonly quote: Quote
  readonly registered: Json
}

export interface InterfaceCase {
  readonly operation: string
  readonly path: (known: KnownPurchase) => string
  readonly init?: (known: KnownPurchase) => { json: unknown; headers?: Record<string, string> }
  readonly status: number
  readonly why: string
}

export const topup = 'juniperline_US_5.00-I'
const stranger = `0x${'5'.repeat(40)}`

export const quoteBody = { fiatCurrency: 'USD', digitalAsset: 'USDC', sku: topup, chainId: 913_370_101 }
const alternateBody = { fiat_currency: 'USD', digital_asset: 'USDC', sku: topup, chain_id: 913_370_101 }
export const walletPath = ({ buyer }: KnownPurchase) => `/api/v1/wallets/${buyer.address}/`
const post = (json: unknown, key?: string): { json: unknown; headers?: Record<string, string> } =>
  key === undefined ? { json } : { json, headers: { 'Idempotency-Key': key } }
const body = ({ buyer, quote }: KnownPurchase) => buyer.registration(quote, `0x${'ab'.repeat(32)}`)

/** Every operation with every status of the interface that a request can cause. */
export const interfaceCases: readonly InterfaceCase[] = [
  { operation: 'listProducts', status: 200, why: 'all', path: () => '/api/v1/products/grouped/' },
  {
    operation: 'listProducts',
    status: 400,
    why: 'invalid country code',
    path: () => '/api/v1/products/grouped/?country=Peru',
  },
  { operation: 'listNetworks', status: 200, why: 'all', path: () => `/api/v1/networks/?walletAddress=${stranger}` },
  { operation: 'listNetworks', status: 400, why: 'invalid address', path: () => '/api/v1/networks/?walletAddress=me' },
  { operation: 'listTokens', status: 200, why: 'all', path: () => '/api/v1/tokens/meadow/' },
  {
    operation: 'listTokens',
    status: 400,
    why: 'invalid address',
    path: () => '/api/v1/tokens/meadow/?walletAddress=me',
  },
  { operation: 'listTokens', status: 404, why: 'no such network', path: () => '/api/v1/tokens/atlantis/' },
  { operation: 'listCountries', status: 200, why: 'all', path: () => '/api/v1/countries/' },
  {
    operation: 'listCountries',
    status: 400,
    why: 'invalid currency code',
    path: () => '/api/v1/countries/?fiatCurrency=soles',
  },
  {
    operation: 'createQuote',
    status: 201,
    why: 'a price',
    path: () => '/api/v1/quotes/',
    init: () => post(quoteBody),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'unknown sku',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, sku: 'x' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'unknown asset',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, digitalAsset: 'X' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'another currency',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, fiatCurrency: 'PEN' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'unknown chain',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, chainId: 1 }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'inactive chain',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, chainId: 913_370_103 }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'invalid sender',
    path: () => '/api/v1/quotes/',
    init: () => post({ ...quoteBody, sender: 'me' }),
  },
  {
    operation: 'createQuote',
    status: 400,
    why: 'missing members',
    path: () => '/api/v1/quotes/',
    init: () => post({ sku: topup }),
  },
  {
    operation: 'createAlternateQuote',
    status: 200,
    why: 'a price',
    path: () => '/quotes',
    init: () => post(alternateBody),
  },
  {
    operation: 'createAlternateQuote',
    status: 400,
    why: 'unknown sku',
    path: () => '/quotes',
    init: () => post({ ...alternateBody, sku: 'x' }),
  },
  {
    operation: 'createAlternateQuote',
    status: 400,
    why: 'missing members',
    path: () => '/quotes',
    init: () => post({ sku: topup }),
  },
  { operation: 'getWallet', status: 200, why: 'known', path: (known) => `${walletPath(known)}?integrator=till` },
  { operation: 'getWallet', status: 400, why: 'invalid address', path: () => '/api/v1/wallets/me/?integrator=till' },
  { operation: 'getWallet', status: 404, why: 'unknown', path: () => `/api/v1/wallets/${stranger}/?integrator=till` },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'missing key',
    path: (known) => `${walletPath(known)}transactions/?integrator=till`,
    init: (known) => post(body(known)),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'a key of 256 characters',
    path: (known) => `${walletPath(known)}transactions/?integrator=till`,
    init: (known) => post(body(known), 'k'.repeat(256)),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'missing integrator',
    path: (known) => `${walletPath(known)}transactions/`,
    init: (known) => post(body(known), randomUUID()),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'empty body',
    path: (known) => `${walletPath(known)}transactions/?integrator=till`,
    init: () => post({}, randomUUID()),
  },
  {
    operation: 'registerTransaction',
    status: 400,
    why: 'invalid address',
    path: () => '/api/v1/wallets/me/transactions/?integrator=till',
    init: (known) => post(body(known), randomUUID()),
  },
  {
    operation: 'registerTransaction',
    status: 409,
    why: 'used key',
    path: (known) => `${walletPath(known)}transactions/?integrator=till`,
    init: (known) => post(body(known), 'the first key'),
  },
  {
    operation: 'listTransactions',
    status: 200,
    why: 'all of the wallet',
    path: (known) => `${walletPath(known)}transactions/?integrator=till`,
  },
  {
    operation: 'listTransactions',
    status: 200,
    why: 'of a chain',
    path: (known) => `${walletPath(known)}transactions/?integrator=till&chainId=913370101&pageNumber=1&pageSize=5`,
  },
  {
    operation: 'listTransactions',
    status: 404,
    why: 'of another chain',
    path: (known) => `${walletPath(known)}transactions/?integrator=till&chainId=913370102`,
  },
  {
    operation: 'listTransactions',
    status: 404,
    why: 'of another integrator',
    path: (known) => `${walletPath(known)}transactions/?integrator=other`,
  },
  {
    operation: 'listTransactions',
    status: 404,
    why: 'unknown wallet',
    path: () => `/api/v1/wallets/${stranger}/transactions/?integrator=till`,
  },
  {
    operation: 'listTransactions',
    status: 400,
    why: 'missing integrator',
    path: (known) => `${walletPath(known)}transactions/`,
  },
  {
    operation: 'listTransactions',
    status: 400,
    why: 'page 0',
    path: (known) => `${walletPath(known)}transactions/?integrator=till&pageNumber=0`,
  },
  {
    operation: 'listTransactions',
    status: 400,
    why: 'a page too large',
    path: (known) => `${walletPath(known)}transactions/?integrator=till&pageSize=1001`,
  },
  {
    operation: 'getTransaction',
    status: 200,
    why: 'one of the wallet',
    path: (known) => `${walletPath(known)}transactions/${String(known.registered.transactionId)}/?integrator=till`,
  },
  {
    operation: 'getTransaction',
    status: 400,
    why: 'invalid id',
    path: (known) => `${walletPath(known)}transactions/17/?integrator=till`,
  },
  {
    operation: 'getTransaction',
    status: 400,
    why: 'missing integrator',
    path: (known) => `${walletPath(known)}transactions/${String(known.registered.transactionId)}/`,
  },
  {
    operation: 'getTransaction',
    status: 404,
    why: 'unknown',
    path: (known) => `${walletPath(known)}transactions/${randomUUID()}/?integrator=till`,
  },
]
