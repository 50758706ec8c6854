import { afterEach, beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { countryShape } from './list-countries.ts'
import { networkShape } from './list-networks.ts'
import { tokenShape } from './list-tokens.ts'
import { listedTransactionShape } from './list-transactions.ts'
import { readVariant } from './read-variant.ts'
import { spendTransactionShape } from './spend-transaction.ts'
import { createTestClient, type TestClient } from '../../../testing/service/client.ts'
import { reply, startTestServer, type TestServer } from '../../../testing/service/server.ts'

const asset = '0x000000000000000000000000000000000000dEaD'

/** The required fields of each shape, and Till's value for every missing optional field. */
const table: readonly [string, z.ZodType, object, object][] = [
  [
    'a network',
    networkShape,
    { key: 'alpha', chainId: 5 },
    {
      name: '',
      logoUrl: '',
      rpcUrl: '',
      explorerUrl: '',
      isTestnet: false,
      rank: Number.MAX_SAFE_INTEGER,
      // Missing fields deny nothing: the interface assumes Ethereum.
      isActive: true,
      networkType: 'EVM',
      protocolContracts: {},
      nativeToken: { name: '', symbol: '', coinKey: '', address: '', decimals: 18, logoURI: '' },
    },
  ],
  [
    'a token',
    tokenShape,
    { symbol: 'USDX', address: asset, decimals: 6 },
    {
      id: null,
      name: '',
      key: 'USDX',
      friendlyDecimals: 2,
      isActive: true,
      imageUrl: '',
      minAllowance: null,
      maxAllowance: null,
    },
  ],
  [
    'a country',
    countryShape,
    { name: 'Mexico', isoAlpha2: 'MX' },
    {
      id: '',
      isoAlpha3: '',
      isCurrent: '',
      capital: '',
      fiatCurrency: '',
      region: '',
      subregion: '',
      languages: [],
      flagUrl: '',
      timezone: '',
      latitude: null,
      longitude: null,
      callingCode: '',
      status: '',
      createdAt: '',
      updatedAt: '',
    },
  ],
  [
    'a row of the list',
    listedTransactionShape,
    { id: 'a', status: 'PENDING' },
    {
      price: { fiatCurrency: '', fiatValue: null, stableCoinCurrency: '', stableCoinValue: null },
      productType: '',
      productSku: '',
      quantity: '',
      chainId: null,
      tokenUsed: '',
      tokenAmountPaid: '',
      imageUrl: '',
      created: '',
      brandName: '',
      walletAddress: '',
      blockchainTransactionHash: '',
      serviceId: null,
      recordId: null,
    },
  ],
  [
    'a spend',
    spendTransactionShape,
    { transactionId: 'a', status: 'PENDING' },
    {
      integrator: '',
      countryIsoAlpha2: '',
      productType: '',
      productSubType: '',
      sku: '',
      fiatUnitPrice: '',
      fiatCurrency: '',
      quantity: null,
      product: { name: '', logoUrl: '' },
      userWalletAddress: '',
      chainId: null,
      tokenUsed: '',
      tokenAmountPaid: '',
      created: '',
      updated: '',
      givenReference: '',
      recordId: null,
      // A record exists unless the service says it is deleted.
      isDeleted: false,
    },
  ],
]

it.each(table)('%s is read with only its required fields; absent is not false', (_, shape, least, defaults) => {
  expect(shape.parse(least)).toEqual({ ...least, ...defaults })
  const nulls = Object.fromEntries(Object.keys(defaults).map((name) => [name, null]))
  expect(shape.parse({ ...least, ...nulls })).toEqual({ ...least, ...defaults })
})

it.each(table)('%s is rejected without a required field', (_, shape, least) => {
  for (const name of Object.keys(least)) expect(shape.safeParse({ ...least, [name]: undefined }).success).toBe(false)
})

it('what a network denies stays denied', () => {
  expect(networkShape.parse({ key: 'a', chainId: 5, isActive: false })).toMatchObject({ isActive: false })
  expect(networkShape.parse({ key: 'a', chainId: 5, networkType: 'SVM' })).toMatchObject({ networkType: 'SVM' })
})

it.each([
  [true, ['true', 'True', ' TRUE ', '1', 1]],
  [false, ['false', 'False', 'no', '0', 0, {}, []]],
])('%s is read in other spellings', (meant, ways) => {
  for (const isActive of ways) {
    const seen = networkShape.parse({ key: 'a', chainId: 5, isActive, isTestnet: isActive })
    expect(seen, JSON.stringify(isActive)).toMatchObject({ isActive: meant, isTestnet: meant })
  }
})

it('a product needs only a SKU and a price', () => {
  const brand = { slug: 'nova', name: 'Nova', imageUrl: '', productType: 'topup' }
  const price = { fiatCurrency: 'MXN', fiatValue: '100', stableCoinValue: '5.8' }
  expect(readVariant({ sku: 'A-I', price }, brand)).toEqual({
    sku: 'A-I',
    price: { ...price, stableCoinCurrency: '' },
    id: '',
    fupId: '',
    brand: 'Nova',
    brandSlug: 'nova',
    country: '',
    notes: '',
    productType: 'topup',
    referenceType: null,
    requiredFields: [],
    shortNotes: '',
    subTypes: [],
    categories: [],
    supportedCountries: [],
    imageUrl: '',
    evmServiceId: null,
    svmServiceId: null,
    dataGB: null,
    dataSpeeds: [],
    dataUnlimited: false,
    durationDays: null,
    smsNumber: null,
    smsUnlimited: false,
    voiceMinutes: null,
    voiceUnlimited: false,
    roamingCountryIso2: '',
    roamingDataSpeeds: [],
  })
  expect(readVariant({ sku: 'A-I' }, brand)).toBeNull()
  expect(readVariant({ price }, brand)).toBeNull()
})

let server: TestServer
let till: TestClient
beforeEach(async () => {
  server = await startTestServer(reply(404, {}))
  till = createTestClient({ baseUrl: server.baseUrl })
})
afterEach(async () => {
  till.dispose()
  await server.close()
})

it('every answer is read in the minimal envelope', async () => {
  const { client } = till
  const answer = (value: unknown): void => void (server.respond = reply(200, value))
  answer({ data: [{ key: 'alpha', chainId: 5 }] })
  expect(await client.listNetworks()).toHaveLength(1)
  answer({ data: [{ symbol: 'USDX', address: asset, decimals: 6 }] })
  expect(await client.listTokens('alpha')).toHaveLength(1)
  answer({ data: { results: [{ name: 'Mexico', isoAlpha2: 'mx' }] } })
  expect(await client.listCountries()).toMatchObject([{ isoAlpha2: 'MX' }])
  // Without a statement about the terms, the user is asked for them: consent is never assumed.
  answer({ wallet: {} })
  expect(await client.getWallet(asset)).toEqual({ known: true, hasAcceptedTerms: false })
  answer({ transactions: [{ id: 'a', status: 'PENDING' }] })
  expect(await client.listTransactions({ address: asset, page: 1, pageSize: 100 })).toMatchObject({
    transactions: [{ id: 'a' }],
    skipped: 0,
    none: false,
    totalItems: null,
    totalPages: null,
    currentPage: null,
  })
  const priced = { fiatCurrency: 'MXN', fiatAmount: '100', digitalAssetAmount: '5.8', totalAmount: '5.9', sku: 'A-I' }
  answer(priced)
  const choice = { fiatCurrency: 'MXN', token: { symbol: 'USDX', address: asset }, sku: 'A-I', chainId: 5 }
  expect(await client.createQuote(choice)).toMatchObject({
    ...priced,
    // A quote without a coin is for the requested one; the payment's coin comes from the transaction itself.
    digitalAsset: 'USDX',
    feeAmount: '0.1',
    transactionRequest: null,
    requestProblem: null,
  })
})

it('a numeric id keeps its digits, wherever it is compared', async () => {
  const { client } = till
  server.respond = reply(
    200,
    '{"transactions":[{"id":9007199254740993,"status":"PENDING","recordId":9007199254740993}]}',
  )
  const { transactions } = await client.listTransactions({ address: asset, page: 1, pageSize: 100 })
  expect(transactions).toMatchObject([{ id: '9007199254740993', recordId: null }])
  server.respond = reply(200, '{"transactionId":9007199254740993,"status":"PENDING","sku":9007199254740995}')
  const spend = await client.getTransaction(asset, '9007199254740993')
  expect(spend).toMatchObject({ transactionId: '9007199254740993', sku: '9007199254740995' })
})

it('rejects a null list unless its count is zero, and a success that denies itself', async () => {
  const { client } = till
  const page = { address: asset, page: 1, pageSize: 100 }
  server.respond = reply(200, { totalItems: 0, totalPages: 0, currentPage: 1, transactions: null })
  expect(await client.listTransactions(page)).toMatchObject({ transactions: [], skipped: 0, totalItems: 0 })
  expect(await client.readAllTransactions(page)).toMatchObject({ transactions: [], complete: true })
  for (const counted of [{ totalItems: 1 }, {}]) {
    server.respond = reply(200, { ...counted, transactions: null })
    await expect(client.listTransactions(page)).rejects.toMatchObject({ code: 'service-malformed' })
  }
  for (const success of [false, 'false', 'False', 0]) {
    server.respond = reply(200, { success, data: [] })
    await expect(client.listNetworks()).rejects.toMatchObject({ code: 'service-malformed' })
  }
})
