import { getAddress, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import type { ArrivalReason } from '../../../shared/external/arrival-reasons.ts'
import { addDecimals, fromUnits, toUnits, type Decimal } from '../../../shared/money.ts'
import { openTestSandbox, otherTopup, topup, type TestSandbox } from '../../../testing/purchases/context.ts'
import { payByCode } from '../../../testing/external/pay-by-code.ts'
import { codeOf, createWatching } from '../../../testing/external/watching.ts'
import { askingOf } from '../../../testing/purchases/consent.ts'
import { soon } from '../../../testing/soon.ts'
import { listFindings } from './external-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const { open: openWatching, ask, askFor, pay, viewOf, untilPaid, untilAsked } = createWatching(() => sandbox)

describe('a payment by another wallet', () => {
  it('that pays what the code says is found, registered with its hash once, and delivered', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    expect(asked).toMatchObject({ state: 'waiting', fromAddress: till.address, alike: 0, arrivals: [] })
    const hash = await pay(till, asked)
    await untilPaid(till, asked)
    const delivered = await till.delivered(asked.id)
    expect(delivered).toMatchObject({ status: 'delivered', totalAmount: asked.totalAmount })
    const seen = await sandbox.witness(till.address)
    expect(seen.payments.map((one) => one.hash)).toEqual([hash])
    expect(seen.registrations.map((one) => one.hash)).toEqual([hash])
    expect(till.purchases.external.list()).toEqual([])
    await till.untilSettled(asked.id)
  })

  it('is taken up after a restart, whatever was paid while Till was off', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    till.kill()
    const hash = await pay(till, asked)
    till.restart()
    await untilPaid(till, asked)
    await till.delivered(asked.id)
    expect((await sandbox.witness(till.address)).registrations.map((one) => one.hash)).toEqual([hash])
  })

  it('may carry what a wallet appends to its call', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    await pay(till, asked, { append: '0x07626173656170700080218021802180218021802180218021' })
    await untilPaid(till, asked)
    await till.delivered(asked.id)
  })

  it('in the native coin, which leaves no logs, is found by the account’s nonce', async () => {
    const till = await openWatching()
    const recipient = getAddress(`0x${till.address.slice(2, 20)}${'7'.repeat(22)}`)
    const honest = till.choice('harbour', 'usdc')
    const token = { ...honest.token, key: 'eth', symbol: 'ETH', decimals: 18, address: zeroAddress }
    const quoted = await till.service.client.createQuote({
      ...honest.product,
      chainId: honest.network.chainId,
      token: honest.token,
    })
    const { transactionRequest: request } = quoted
    const native = {
      ...quoted,
      digitalAsset: 'ETH',
      digitalAssetAmount: '0.25',
      feeAmount: '0',
      totalAmount: '0.25',
      transactionRequest: request && { ...request, to: recipient, data: '0x' as const, value: 25n * 10n ** 16n },
    }
    const client = { ...till.service.client, createQuote: async () => native }
    till.state.registrationsHeld = true
    const offer = await till.purchases.quote({ ...till.service, client }, { ...honest, token }, null)
    const asked = await askFor(till, offer)
    await payByCode(sandbox.rpcUrl('harbour'), till.account, codeOf(asked), { to: till.address, units: 5n })
    const hash = await pay(till, asked)
    await untilPaid(till, asked)
    const paid = await till.until(asked.id, ({ steps }) => steps[0]?.state === 'final')
    expect(paid.steps.map((step) => step.hash)).toEqual([hash])
  })

  it('is not offered through a router, or from a contract', async () => {
    const till = await openWatching()
    const router = await till.quote('meadow', 'usdc')
    expect(router.problems).toContainEqual({ problem: 'external-router', blocking: true, detail: null })
    till.tamper.isContract = async () => true
    const contract = await till.quote('harbour', 'usdc')
    expect(contract.problems).toContainEqual({ problem: 'external-contract', blocking: true, detail: null })
  })

  it('needs no gas of Till’s counting, and no reconciled account', async () => {
    const till = await openWatching()
    await sandbox.control('chains/harbour', { action: 'set-balance', address: till.address, amount: '0' })
    till.tamper.highestNonce = async () => 7
    expect((await till.quote('harbour', 'usdc')).problems).toEqual([])
  })

  it('is not asked of another wallet once Till holds the account’s key: Till would pay it as well', async () => {
    const till = await openWatching()
    const offer = await till.quote('harbour', 'usdc')
    till.state.isWatched = false
    await expect(till.purchases.ask(askingOf(offer))).rejects.toMatchObject({ code: 'not-allowed' })
    expect(till.purchases.external.list()).toEqual([])
    till.state.isWatched = true
    expect(await askFor(till, offer)).toMatchObject({ state: 'waiting' })
  })

  it('whose block is dated after now, or before it was asked for, is dated in between', async () => {
    const till = await openWatching()
    const [asked, other] = [await ask(till), await ask(till, otherTopup)]
    const chain = till.chain('harbour')
    till.tamper.blockTime = async (block) => (await chain.blockTime(block)) + 14 * 60_000
    await pay(till, asked)
    await untilPaid(till, asked)
    expect(Date.parse(till.view(asked.id).createdAt)).toBeLessThanOrEqual(Date.now())
    till.tamper.blockTime = async (block) => (await chain.blockTime(block)) - 24 * 3_600_000
    await pay(till, other)
    await untilPaid(till, other)
    expect(till.view(other.id).createdAt).toBe(other.askedAt)
  })

  it('that is dismissed by its user is stored nowhere but as stopped, and its quote is not claimed', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    const { external } = till.purchases
    expect(await external.stop(asked.id)).toMatchObject({ state: 'stopped' })
    await expect(external.stop(asked.id)).rejects.toMatchObject({ code: 'not-allowed' })
    expect(till.purchases.external.list()).toEqual([])
    expect(() => till.view(asked.id)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})

describe('what arrives instead', () => {
  it.each<[ArrivalReason, bigint]>([
    ['too-little', -1n],
    ['too-much', 1n],
  ])('%s is a question; the user may register what was paid', async (reason, more) => {
    const till = await openWatching()
    const asked = await ask(till)
    const hash = await pay(till, asked, { units: toUnits(asked.totalAmount, 6) + more })
    expect(await untilAsked(till, asked)).toEqual([reason])
    expect(till.moved).toContain('transfer')
    expect(till.purchases.external.attention()).toMatchObject([
      { about: 'external-payment', payment: { id: asked.id } },
    ])
    expect((await sandbox.witness(till.address)).registrations).toEqual([])
    await till.purchases.external.register(asked.id, { hash, ordinal: 0 })
    expect(viewOf(till, asked)).toMatchObject({ state: 'paid', arrivals: [] })
    const paid = await till.until(asked.id, ({ registration }) => registration.state !== 'none')
    expect(paid.totalAmount).not.toBe(asked.totalAmount)
    expect(paid.externalAsked).toBe(asked.totalAmount)
    expect(addDecimals([paid.assetAmount as Decimal, paid.feeAmount as Decimal])).toBe(asked.totalAmount)
    const sent = fromUnits(toUnits(asked.totalAmount, 6) + more, 6)
    expect(till.purchases.booked(asked.id)).toMatchObject({ paid: sent, serviceFee: '0', row: { totalAmount: sent } })
    const { quote, payment } = JSON.parse(till.purchases.proof(asked.id)) as {
      readonly quote: object
      readonly payment: object
    }
    expect(payment).toMatchObject({ amount: sent })
    expect(quote).toMatchObject({ assetAmount: paid.assetAmount, totalAmount: asked.totalAmount })
    expect(till.purchases.external.attention()).toEqual([])
  })

  it('is shown as sent and unused once the user says that it is for nothing, and can be asked about again', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    const hash = await pay(till, asked, { units: toUnits(asked.totalAmount, 6) - 1n })
    await untilAsked(till, asked)
    till.purchases.external.dismiss(asked.id, { hash, ordinal: 0 })
    await till.purchases.external.stop(asked.id)
    expect(till.purchases.external.list()).toMatchObject([{ id: asked.id, arrivals: [], unused: [{ hash }] }])
    const again = await till.purchases.external.look(asked.id, hash)
    expect(again).toMatchObject({ arrivals: [{ hash, reason: 'too-little' }], unused: [] })
    await till.purchases.external.register(asked.id, { hash, ordinal: 0 })
    expect(till.purchases.external.list()).toEqual([])
  })

  it('late is a question, by the chain’s clock', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    const chain = till.chain('harbour')
    till.tamper.blockTime = async (block) => (await chain.blockTime(block)) + 15 * 60_000 + 1_000
    const hash = await pay(till, asked)
    expect(await untilAsked(till, asked)).toEqual(['late'])
    const paidAt = await vi.waitUntil(() => listFindings(till.ledger, asked.id)[0]?.at)
    till.clock.skewMs = 24 * 3_600_000
    await till.purchases.external.register(asked.id, { hash, ordinal: 0 })
    expect((await till.delivered(asked.id)).createdAt).toBe(new Date(paidAt).toISOString())
  })

  it('twice is registered once, and the second is a question that cannot be registered', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    await pay(till, asked)
    await untilPaid(till, asked)
    const second = await pay(till, asked)
    expect(await untilAsked(till, asked)).toEqual(['twice'])
    await expect(till.purchases.external.register(asked.id, { hash: second, ordinal: 0 })).rejects.toMatchObject({
      code: 'not-allowed',
    })
    await till.delivered(asked.id)
    expect((await sandbox.witness(till.address)).registrations).toHaveLength(1)
    till.purchases.external.dismiss(asked.id, { hash: second, ordinal: 0 })
    expect(till.purchases.external.attention()).toEqual([])
  })

  it('another coin is a question that cannot be registered', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    const usdt = sandbox.network('harbour').tokens.find(({ key }) => key === 'usdt')
    await pay(till, asked, { token: usdt?.address as `0x${string}` })
    expect(await untilAsked(till, asked)).toEqual(['other-token'])
    expect(viewOf(till, asked).arrivals).toMatchObject([{ symbol: 'USDT', canRegister: false }])
  })

  it('another sender’s is a question that cannot be registered, and the account may still pay', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    const other = privateKeyToAccount(generatePrivateKey())
    await sandbox.faucet(other.address)
    const theirs = await pay(till, asked, {}, other)
    await vi.waitUntil(() => till.chain('harbour').receipt(theirs), { timeout: 10_000, interval: 100 })
    await till.purchases.external.look(asked.id, null)
    expect(await untilAsked(till, asked)).toEqual(['other-sender'])
    expect(viewOf(till, asked).arrivals).toMatchObject([{ from: other.address, canRegister: false }])
    till.purchases.external.dismiss(asked.id, { hash: theirs, ordinal: 0 })
    const hash = await pay(till, asked)
    await untilPaid(till, asked)
    await till.delivered(asked.id)
    expect((await sandbox.witness(till.address)).registrations.map((one) => one.hash)).toEqual([hash])
  })

  it('another sender’s stays with the payment after the answer, also once the user stops waiting', async () => {
    const till = await openWatching()
    const { external } = till.purchases
    const asked = await ask(till)
    const other = privateKeyToAccount(generatePrivateKey())
    await sandbox.faucet(other.address)
    const hash = await pay(till, asked, {}, other)
    await vi.waitUntil(() => till.chain('harbour').receipt(hash), { timeout: 10_000, interval: 100 })
    await external.look(asked.id, null)
    await untilAsked(till, asked)
    external.dismiss(asked.id, { hash, ordinal: 0 })
    const theirs = { arrivals: [], unused: [], fromOthers: [{ hash, from: other.address, amount: asked.totalAmount }] }
    expect(viewOf(till, asked)).toMatchObject(theirs)
    await external.stop(asked.id)
    expect(external.list()).toMatchObject([{ id: asked.id, state: 'stopped', ...theirs }])
    expect(await external.look(asked.id, hash)).toMatchObject({ arrivals: [{ hash }], fromOthers: [] })
    external.dismiss(asked.id, { hash, ordinal: 0 })
    till.clock.skewMs = 15 * 24 * 3_600_000
    await external.look(asked.id, null)
    await vi.waitUntil(() => external.list().length === 0, { timeout: 10_000, interval: 50 })
    expect(viewOf(till, asked)).toMatchObject(theirs)
  })

  it('after the user stopped waiting is a question, and may still become the purchase', async () => {
    const till = await openWatching()
    const asked = await ask(till)
    await till.purchases.external.stop(asked.id)
    const hash = await pay(till, asked)
    till.purchases.nudge()
    expect(await untilAsked(till, asked)).toEqual(['stopped'])
    await till.purchases.external.register(asked.id, { hash, ordinal: 0 })
    await till.delivered(asked.id)
  })
})

describe('two purchases that wait for the same amount', () => {
  beforeEach(async () => void (await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')))

  it('are each paid by one of two payments', async () => {
    const till = await openWatching()
    const [one, other] = [await ask(till), await ask(till)]
    expect(viewOf(till, one).alike).toBe(1)
    till.tamper.head = async () => 0n
    const hashes = [await pay(till, one), await pay(till, other)]
    await vi.waitUntil(async () => (await sandbox.witness(till.address)).payments.length === 2, soon)
    delete till.tamper.head
    await Promise.all([untilPaid(till, one), untilPaid(till, other)])
    await Promise.all([till.delivered(one.id), till.delivered(other.id)])
    const { registrations } = await sandbox.witness(till.address)
    expect(registrations.map((each) => each.hash).sort()).toEqual(hashes.sort())
  })

  it('are a question while only one was paid, and the answer for one leaves the other waiting', async () => {
    const till = await openWatching()
    const [one, other] = [await ask(till), await ask(till)]
    const hash = await pay(till, one)
    expect(await untilAsked(till, one)).toEqual(['unclear'])
    expect(await untilAsked(till, other)).toEqual(['unclear'])
    expect((await sandbox.witness(till.address)).registrations).toEqual([])
    await till.purchases.external.register(other.id, { hash, ordinal: 0 })
    expect(viewOf(till, one)).toMatchObject({ state: 'waiting', arrivals: [] })
    await till.delivered(other.id)
  })

  it('are clear once the user says that one was not meant', async () => {
    const till = await openWatching()
    const [one, other] = [await ask(till), await ask(till)]
    const hash = await pay(till, one)
    await untilAsked(till, other)
    till.purchases.external.dismiss(other.id, { hash, ordinal: 0 })
    await untilPaid(till, one)
    expect(viewOf(till, other)).toMatchObject({ state: 'waiting', arrivals: [] })
  })

  it('of different amounts are never confused', async () => {
    const till = await openWatching()
    const [one, other] = [await ask(till, topup), await ask(till, otherTopup)]
    const hash = await pay(till, other)
    await untilPaid(till, other)
    expect(viewOf(till, one)).toMatchObject({ state: 'waiting', arrivals: [] })
    await till.delivered(other.id)
    expect((await sandbox.witness(till.address)).registrations.map((each) => each.hash)).toEqual([hash])
  })
})

it('a quote under the id of a payment that is asked for gets an id of its own', async () => {
  const till = await openWatching()
  const quote = (id: string): Promise<QuoteView> =>
    till.purchases.quote(till.service, till.choice('harbour', 'usdc'), id)
  const { purchaseId } = await till.quote('harbour', 'usdc')
  const offer = await quote(purchaseId)
  expect(offer.purchaseId).toBe(purchaseId)
  await askFor(till, offer)
  expect((await quote(purchaseId)).purchaseId).not.toBe(purchaseId)
})
