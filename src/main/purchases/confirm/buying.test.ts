import { parseGwei, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failing, openTestSandbox, topup, type TestSandbox } from '../../../testing/purchases/context.ts'
import { useNonce } from '../../../testing/purchases/sandbox-controls.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

describe.concurrent('a purchase, from quote to end', () => {
  it.each([
    ['harbour', 'usdc', 'transfer', ['pay']],
    ['harbour', 'dai', 'transfer', ['pay']],
    ['meadow', 'usdc', 'router', ['approve', 'pay']],
    ['meadow', 'dai', 'router', ['approve', 'pay']],
  ] as const)('on %s with %s pays and registers exactly once what was shown', async (network, token, shape, steps) => {
    const till = await sandbox.till()
    const offer = await till.quote(network, token)
    expect(offer).toMatchObject({ sku: topup, problems: [], termsAccepted: false })
    expect(offer.payment).toMatchObject({ shape, steps, amount: offer.totalAmount, simulated: true })
    expect(offer.payment?.balanceChanges).toEqual([{ symbol: token.toUpperCase(), change: `-${offer.totalAmount}` }])
    const { id } = await till.confirm(offer)
    const view = await till.untilSettled(id)
    expect(view).toMatchObject({ status: 'delivered', attention: null, ended: true, waitingFor: null })
    expect(view.steps.map(({ kind, state }) => [kind, state])).toEqual(steps.map((kind) => [kind, 'final']))
    expect(view.timeline.every(({ at }) => at !== null)).toBe(true)

    const { payments, registrations } = await sandbox.witness(till.address)
    const hash = view.steps.at(-1)?.hash
    expect(payments).toMatchObject([{ hash, amount: offer.totalAmount, symbol: token.toUpperCase() }])
    expect(registrations).toMatchObject([{ hash, status: 'SUCCESS', reference: '+12015550123' }])
    expect(view.service.recorded).toContainEqual({ field: 'reference', value: '+12015550123' })
    // The recipient is readable nowhere in the ledger.
    const books = ['purchases', 'purchase_events', 'registrations', 'registration_attempts'].map((table) =>
      JSON.stringify(till.ledger.prepare(`SELECT * FROM ${table}`).all(), (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      ),
    )
    expect(books.join('')).not.toContain('2015550123')
    const requests = await sandbox.requests(till.address)
    expect(requests.map(({ operation }) => operation).sort()).toEqual([
      'createQuote',
      'getTransaction',
      'getWallet',
      'registerTransaction',
    ])
  })

  it('keeps the total in the person’s money that main showed, and nothing where none was shown or at the counter', async () => {
    const till = await sandbox.till({ money: { currency: 'MXN', perCoin: 18.3 } })
    const offer = await till.quote('harbour', 'usdc')
    const exact = Number(offer.totalAmount) * 18.3
    expect(offer.inMoney).toEqual({
      currency: 'MXN',
      amount: String(Math.ceil(Number((exact * 100).toFixed(6))) / 100),
    })
    const { id, inMoney } = await till.confirm(offer)
    expect(inMoney).toEqual(offer.inMoney)
    till.restart()
    expect(till.view(id).inMoney).toEqual(offer.inMoney)
    const sold = await till.confirm(await till.quote('harbour', 'usdc'), { showsMoney: false })
    const unknown = await sandbox.till()
    const bought = await unknown.buy('harbour', 'usdc')
    expect([sold.inMoney, bought.inMoney]).toEqual([null, null])
  })

  it('of a product that fails is settled once the coins are refunded', async () => {
    const till = await sandbox.till()
    const { id } = await till.buy('harbour', 'usdc', failing)
    const failed = await till.until(id, ({ service }) => service.status === 'FAILED')
    expect(failed.status).toMatch(/^(failed|refunded)$/)
    const view = await till.untilSettled(id)
    const { payments, refunds } = await sandbox.witness(till.address)
    expect(refunds).toHaveLength(1)
    expect(refunds[0]?.units).toBe(payments[0]?.units)
    expect(view).toMatchObject({
      status: 'refunded',
      refund: { state: 'seen', amount: view.totalAmount, parts: [{ hash: refunds[0]?.hash }] },
    })
  })

  it('fills nonce gaps first', async () => {
    const till = await sandbox.till()
    await useNonce(sandbox, till, 1)
    await till.reconcile('harbour', 2)
    const first = await till.buy('harbour', 'usdc')
    const second = await till.buy('harbour', 'usdc')
    expect([first.steps[0]?.nonce, second.steps[0]?.nonce]).toEqual([0, 2])
    for (const { id } of [first, second]) expect(await till.untilSettled(id)).toMatchObject({ status: 'delivered' })
  })

  it('zeroes a leftover allowance first if the token requires it', async () => {
    const till = await sandbox.till()
    const [choice, chain] = [till.choice('meadow', 'usdt'), sandbox.rpc('meadow')]
    const quoted = await till.quote('meadow', 'usdt')
    const spender = quoted.payment?.recipient as Address
    const data = `0x095ea7b3${spender.slice(2).padStart(64, '0')}${123n.toString(16).padStart(64, '0')}` as const
    const fees = { gas: 100_000n, maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('1') }
    const chainId = choice.network.chainId
    const call = { type: 'eip1559', chainId, nonce: 0, to: choice.token.address, data, ...fees } as const
    const hash = await chain.sendRawTransaction({ serializedTransaction: await till.account.signTransaction(call) })
    await chain.waitForTransactionReceipt({ hash })
    await till.reconcile('meadow', 1)
    const offer = await till.quote('meadow', 'usdt')
    expect(offer).toMatchObject({ problems: [], payment: { steps: ['zero-allowance', 'approve', 'pay'] } })
    const { id } = await till.confirm(offer)
    expect((await till.untilSettled(id)).steps.map(({ state }) => state)).toEqual(['final', 'final', 'final'])
    const { payments } = await sandbox.witness(till.address)
    expect(payments).toMatchObject([{ amount: offer.totalAmount, symbol: 'USDT' }])
    expect(await till.chain('meadow').allowance(choice.token.address, till.address, spender)).toBe(0n)
  })

  it('is tracked before the payment is final, at once if the user asks, however long others must wait', async () => {
    const till = await sandbox.till()
    till.tamper.blockStatus = async () => ({ state: 'open', isBacked: false })
    const { id } = await till.buy('harbour', 'usdc')
    const { registration } = await till.until(id, ({ service }) => service.status === 'SUCCESS')
    Object.assign(till.service.budget, { spacing: () => 24 * 3_600_000 })
    till.service.budget.release(id)
    await sandbox.control(`transactions/${registration.transactionId}`, { status: 'FAILED' })
    till.purchases.checkNow(id)
    expect(await till.until(id, ({ service }) => service.status === 'FAILED')).toMatchObject({ status: 'failed' })
    await sandbox.control(`transactions/${registration.transactionId}`, { status: 'On its own way' })
    till.purchases.checkNow(id)
    await till.until(id, ({ service }) => service.status === 'On its own way')
    await sandbox.control(`transactions/${registration.transactionId}`, { status: 'COMPLETED' })
    till.purchases.checkNow(id)
    delete till.tamper.blockStatus
    expect(await till.untilSettled(id)).toMatchObject({ status: 'delivered' })
  })
})
