import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSandbox, type Sandbox } from '../../start-sandbox.ts'
import { ask, createBuyer, type Buyer } from '../../testing/buyer.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.service.settings = {
    ...sandbox.service.settings,
    deliverySeconds: 0,
    rateLimit: { requests: 1e6, windowSeconds: 1 },
  }
})

const topup = 'juniperline_US_5.00-I'
const unitsOf = (buyer: Buyer, id: number) => {
  expect(buyer.chain.network.key).toBeDefined()
  return sandbox.service.ledger.getQuote(id)?.totalUnits ?? 0n
}

async function filledBuyer(chain: 'harbour' | 'meadow'): Promise<Buyer> {
  const buyer = createBuyer(sandbox, chain)
  expect((await buyer.fill()).status).toBe(200)
  return buyer
}

describe.each(['harbour', 'meadow'] as const)('on %s', (chain) => {
  it.each(['USDC', 'USDT', 'DAI'])('carries a payment in %s from quote to delivery', async (symbol) => {
    const buyer = await filledBuyer(chain)
    const before = await buyer.balance(symbol)
    const quote = await buyer.quote(topup, symbol)
    const hash = await buyer.pay(quote)
    const { status, body } = await buyer.register(buyer.registration(quote, hash))
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'PENDING', sku: topup, givenReference: '+12015550123' },
    })
    expect(before - (await buyer.balance(symbol))).toBe(unitsOf(buyer, quote.id))

    const path = `/api/v1/wallets/${buyer.address}/transactions/`
    const read = () => ask(sandbox, `${path}${String(body.transactionId)}/?integrator=till`)
    await vi.waitFor(async () => expect((await read()).body.status).toBe('SUCCESS'), { timeout: 20_000 })
    const list = await ask(sandbox, `${path}?integrator=till`)
    expect(list.body).toMatchObject({ totalItems: 1, totalPages: 1, currentPage: 1 })
    expect(list.body.transactions).toMatchObject([
      { id: body.transactionId, status: 'COMPLETED', blockchainTransactionHash: hash },
    ])
  })

  it('refuses a wrong amount, another recipient, another token and another sender', async () => {
    const [buyer, other] = await Promise.all([filledBuyer(chain), filledBuyer(chain)])
    const quote = await buyer.quote(topup)
    const units = unitsOf(buyer, quote.id)
    const tooLittle = await buyer.transfer('USDC', buyer.chain.treasury, units - 1n)
    const elsewhere = await buyer.transfer('USDC', other.address, units)
    const otherToken = await buyer.transfer('USDT', buyer.chain.treasury, units)
    const otherSender = await other.transfer('USDC', buyer.chain.treasury, units)
    await buyer.mine()
    const outcome = async (hash: string) => (await buyer.register(buyer.registration(quote, hash))).body
    expect(await outcome(tooLittle)).toMatchObject({ errorCode: 'WRONG_AMOUNT' })
    expect(await outcome(elsewhere)).toMatchObject({ errorCode: 'WRONG_RECIPIENT' })
    expect(await outcome(otherToken)).toMatchObject({ errorCode: 'WRONG_TOKEN' })
    expect(await outcome(otherSender)).toMatchObject({ errorCode: 'WRONG_SENDER' })
  })

  it('refuses a missing, unmined or unconfirmed payment, and accepts it once confirmed', async () => {
    const buyer = await filledBuyer(chain)
    const quote = await buyer.quote(topup)
    const missing = await buyer.register(buyer.registration(quote, `0x${'ab'.repeat(32)}`))
    expect(missing).toMatchObject({ status: 400, body: { errorCode: 'PAYMENT_NOT_FOUND' } })
    await buyer.chain.pauseMining(true)
    try {
      if (chain === 'meadow')
        await buyer.approve('USDC', quote.transactionRequest.to as Address, unitsOf(buyer, quote.id))
      const { to, data } = quote.transactionRequest
      const hash = await buyer.send({ to: to as Address, data: data as `0x${string}` })
      const body = buyer.registration(quote, hash)
      const key = randomUUID()
      expect((await buyer.register(body, key)).body).toMatchObject({ errorCode: 'PAYMENT_NOT_FOUND' })
      await buyer.mine(1)
      expect((await buyer.register(body, key)).body).toMatchObject({ errorCode: 'PAYMENT_NOT_CONFIRMED' })
      await buyer.mine(1)
      expect((await buyer.register(body, key)).status).toBe(201)
    } finally {
      await buyer.chain.pauseMining(false)
    }
  })

  it('answers a reverted payment with RETRY_SPEND', async () => {
    const buyer = await filledBuyer(chain)
    const quote = await buyer.quote(topup)
    // More than the wallet's balance; on the router network there is no allowance either.
    const hash = await buyer.transfer('USDC', buyer.chain.treasury, 10n ** 15n)
    await buyer.mine()
    expect(await buyer.register(buyer.registration(quote, hash))).toMatchObject({
      status: 422,
      body: { errorCode: 'RETRY_SPEND', fields: { 'transactionReceipt.hash': 'reverted' } },
    })
  })
})

describe('registration', () => {
  it('answers the same key as a duplicate with its transaction, and refuses the same payment or quote under another key', async () => {
    const buyer = await filledBuyer('harbour')
    const quote = await buyer.quote(topup)
    const hash = await buyer.pay(quote)
    const key = randomUUID()
    const first = await buyer.register(buyer.registration(quote, hash), key)
    expect(first.status).toBe(201)
    const again = await buyer.register(buyer.registration(quote, hash), key)
    expect(again).toMatchObject({
      status: 409,
      body: { errorCode: 'DUPLICATE_REQUEST', transactionId: first.body.transactionId },
    })
    expect(await buyer.register(buyer.registration(quote, hash))).toMatchObject({
      status: 400,
      body: { errorCode: 'PAYMENT_ALREADY_REGISTERED' },
    })
    const second = await buyer.pay(quote)
    expect(await buyer.register(buyer.registration(quote, second))).toMatchObject({
      body: { errorCode: 'QUOTE_ALREADY_USED' },
    })
  })

  it('registers a payment once, however many requests race for it', async () => {
    const buyer = await filledBuyer('harbour')
    const quote = await buyer.quote(topup)
    const body = buyer.registration(quote, await buyer.pay(quote))
    const answers = await Promise.all(Array.from({ length: 6 }, () => buyer.register(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['sku', 'transactionIntent.sku', { sku: 'juniperline_US_10.00-I' }],
    ['quantity', 'transactionIntent.quantity', { quantity: 2 }],
    ['amount', 'transactionIntent.amount', { amount: 1.23 }],
    ['chain', 'transactionIntent.chain', { chain: 'meadow' }],
    ['token', 'transactionIntent.token', { token: `0x${'1'.repeat(40)}` }],
    ['wallet', 'transactionIntent.wallet', { wallet: `0x${'1'.repeat(40)}` }],
    ['quote', 'transactionIntent.quoteId', { quoteId: 999_999 }],
    ['terms', 'transactionIntent.hasAcceptedTerms', { hasAcceptedTerms: false }],
    ['integrator', 'transactionIntent.integrator', { integrator: 'someone' }],
  ])('refuses an intent with a wrong %s, naming the field', async (_, field, intent) => {
    const buyer = createBuyer(sandbox, 'harbour')
    const quote = await buyer.quote(topup)
    const { status, body } = await buyer.register(buyer.registration(quote, `0x${'ab'.repeat(32)}`, { intent }))
    expect(status).toBe(400)
    expect(Object.keys(body.fields as object)).toEqual([field])
  })

  it('accepts the chain id instead of the network key, and the asset amount instead of the total', async () => {
    const buyer = await filledBuyer('harbour')
    const quote = await buyer.quote(topup)
    const hash = await buyer.pay(quote)
    const { digitalAssetAmount } = quote as unknown as { digitalAssetAmount: string }
    const intent = { chain: String(buyer.chain.network.chainId), amount: Number(digitalAssetAmount) }
    expect((await buyer.register(buyer.registration(quote, hash, { intent }))).status).toBe(201)
  })

  it('checks reference and required fields against the product’s regexes', async () => {
    const buyer = createBuyer(sandbox, 'harbour')
    const wrongPhone = buyer.registration(await buyer.quote(topup), `0x${'ab'.repeat(32)}`, { reference: '12345' })
    expect((await buyer.register(wrongPhone)).body).toMatchObject({
      errorCode: 'INVALID_FIELDS',
      fields: { reference: expect.anything() },
    })
    const gift = await buyer.quote('toybarrow_US_10.00-I')
    const fields = { 'recipient.firstName': 'Ana', 'sender.firstName': '<b>' }
    const wrongFields = buyer.registration(gift, `0x${'ab'.repeat(32)}`, { reference: 'ana@example.com', fields })
    expect((await buyer.register(wrongFields)).body.fields).toEqual({
      'requiredFields.sender.firstName': 'is not valid',
      'requiredFields.gift.message': 'is missing',
    })
  })

  it('remembers accepted terms, and knows no wallet before', async () => {
    const buyer = await filledBuyer('harbour')
    const state = () => ask(sandbox, `/api/v1/wallets/${buyer.address}/?integrator=till`)
    expect((await state()).status).toBe(404)
    for (const hasAcceptedTerms of [true, undefined]) {
      const quote = await buyer.quote(topup)
      const body = buyer.registration(quote, await buyer.pay(quote), { intent: { hasAcceptedTerms } })
      expect((await buyer.register(body)).status).toBe(201)
    }
    expect((await state()).body).toEqual({ wallet: { walletAddress: buyer.address, hasAcceptedTerms: true } })
  })

  it.each(['harbour', 'meadow'] as const)('fails and refunds what brand Sandbox sells on %s', async (chain) => {
    const buyer = await filledBuyer(chain)
    const before = await buyer.balance('USDT')
    const quote = await buyer.quote('sandbox_US_5.00-I', 'USDT')
    const hash = await buyer.pay(quote)
    const { body } = await buyer.register(buyer.registration(quote, hash, { reference: 'a@example.com' }))
    const path = `/api/v1/wallets/${buyer.address}/transactions/${String(body.transactionId)}/?integrator=till`
    await vi.waitFor(async () => expect((await ask(sandbox, path)).body.status).toBe('FAILED'), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await buyer.balance('USDT')).toBe(before), { timeout: 10_000 })
    expect((await ask(sandbox, path)).body.status).toBe('FAILED')
    const report = await ask(sandbox, `/_control/ledger?wallet=${buyer.address}`)
    expect(report.body.payments).toMatchObject([{ hash, symbol: 'USDT', network: chain }])
    expect(report.body.refunds).toMatchObject([{ symbol: 'USDT', units: unitsOf(buyer, quote.id).toString() }])
  })
})

describe('tokens and router', () => {
  it('change a USDT allowance only through zero', async () => {
    const buyer = await filledBuyer('meadow')
    const spender = buyer.chain.contracts.router?.proxy as Address
    const status = async (hash: `0x${string}`) => {
      await buyer.mine(1)
      return (await buyer.chain.client.getTransactionReceipt({ hash })).status
    }
    expect(await status(await buyer.approve('USDT', spender, 5n))).toBe('success')
    expect(await status(await buyer.approve('USDT', spender, 7n))).toBe('reverted')
    expect(await status(await buyer.approve('USDT', spender, 0n))).toBe('success')
    expect(await status(await buyer.approve('USDT', spender, 7n))).toBe('success')
    expect(await status(await buyer.approve('USDC', spender, 5n))).toBe('success')
    expect(await status(await buyer.approve('USDC', spender, 7n))).toBe('success')
  })

  it('accept a router payment only with an exact allowance', async () => {
    const buyer = await filledBuyer('meadow')
    const quote = await buyer.quote(topup)
    const { to, data } = quote.transactionRequest
    const units = unitsOf(buyer, quote.id)
    for (const [allowance, outcome] of [
      [units + 1n, 'reverted'],
      [units - 1n, 'reverted'],
      [units, 'success'],
    ] as const) {
      await buyer.approve('USDC', to as Address, allowance)
      const hash = await buyer.send({ to: to as Address, data: data as `0x${string}` })
      await buyer.mine(1)
      expect((await buyer.chain.client.getTransactionReceipt({ hash })).status).toBe(outcome)
    }
  })

  it('refuse a router payment of another quote', async () => {
    const buyer = await filledBuyer('meadow')
    sandbox.service.settings = { ...sandbox.service.settings, pricesFrozen: true }
    const [first, second] = [await buyer.quote(topup), await buyer.quote(topup)]
    expect(first.totalAmount).toBe(second.totalAmount)
    const hash = await buyer.pay(first)
    expect((await buyer.register(buyer.registration(second, hash))).body).toMatchObject({ errorCode: 'WRONG_QUOTE' })
    expect((await buyer.register(buyer.registration(first, hash))).status).toBe(201)
  })
})
