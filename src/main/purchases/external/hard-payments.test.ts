import { encodeFunctionData, erc20Abi, keccak256, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import { toUnits } from '../../../shared/money.ts'
import { AppError } from '../../../shared/errors.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { payByCode } from '../../../testing/external/pay-by-code.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { askingOf } from '../../../testing/purchases/consent.ts'
import { soon } from '../../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilPaid, untilAsked, untilMined } = createWatching(() => sandbox)
const DAY = 24 * 3_600_000

describe('a payment that is hard to see', () => {
  it('is asked about although it was made with another one, and nodes show its log only later', async () => {
    const till = await open()
    const asked = await ask(till)
    const chain = till.chain('harbour')
    till.tamper.head = async () => 0n
    await untilMined(till, await pay(till, asked))
    const second = await pay(till, asked)
    await untilMined(till, second)
    let looks = 0
    till.tamper.transfersTo = async (...question) => {
      looks++
      return (await chain.transfersTo(...question)).filter(({ hash }) => hash !== second)
    }
    delete till.tamper.head
    await untilPaid(till, asked)
    const before = looks
    till.purchases.nudge()
    await vi.waitUntil(() => looks > before, { timeout: 10_000, interval: 100 })
    delete till.tamper.transfersTo
    till.purchases.nudge()
    expect(await untilAsked(till, asked)).toEqual(['twice'])
  })

  it('of a form that Till cannot rebuild is a question once it is final', async () => {
    const till = await open()
    const asked = await ask(till)
    till.tamper.signedBytes = async () => null
    till.tamper.finalized = () => till.chain('harbour').head()
    const hash = await pay(till, asked)
    expect(await untilAsked(till, asked)).toEqual(['other-call'])
    await expect(till.purchases.external.register(asked.id, { hash, ordinal: 0 })).rejects.toMatchObject({
      details: { reason: 'external-unknown' },
    })
  })

  it('is found although Till was off until long after it stopped to look', async () => {
    const till = await open()
    const asked = await ask(till)
    till.kill()
    await untilMined(till, await pay(till, asked))
    till.clock.skewMs = 10 * DAY
    till.restart()
    await untilPaid(till, asked)
  })

  it('after the user stopped waiting is asked about, although Till was off for days', async () => {
    const till = await open()
    const asked = await ask(till)
    await till.purchases.external.stop(asked.id)
    till.kill()
    await untilMined(till, await pay(till, asked))
    till.clock.skewMs = 3 * DAY
    till.restart()
    expect(await untilAsked(till, asked)).toEqual(['stopped'])
  })

  it.each([
    ['5 hours ahead of the chain’s', 5, 5, false],
    ['5 hours behind the chain’s', -5, -5, false],
    ['5 hours behind the chain’s, and nobody says where the chain is', -5, -5, true],
    ['that was set back 5 hours meanwhile, and nobody says where the chain is', 0, -5, true],
  ] as const)(
    'of a wrong amount just before the user stopped is asked about, with a clock %s',
    async (_, hours, hoursThen, isSilent) => {
      const till = await open()
      till.clock.skewMs = hours * 3_600_000
      const asked = await ask(till)
      till.tamper.transfersTo = async () => []
      await untilMined(till, await pay(till, asked, { units: 1n }))
      till.clock.skewMs = hoursThen * 3_600_000
      if (isSilent) {
        till.tamper.head = async () => {
          throw new AppError('network-unreachable', 'Silent')
        }
      }
      await till.purchases.external.stop(asked.id)
      const known = till.ledger.prepare('SELECT ended_block FROM external_payments').pluck().get()
      expect(known === null).toBe(isSilent)
      delete till.tamper.head
      delete till.tamper.transfersTo
      await till.purchases.external.look(asked.id, null)
      expect(await untilAsked(till, asked)).toEqual(['too-little'])
    },
  )

  it('of a wrong amount just before the user stopped is asked about, though another network answered then', async () => {
    const till = await open()
    const asked = await ask(till)
    till.tamper.transfersTo = async () => []
    await untilMined(till, await pay(till, asked, { units: 1n }))
    till.tamper.instance = async () => '7:0xother'
    till.tamper.head = async () => 1n
    await till.purchases.external.stop(asked.id)
    delete till.tamper.head
    delete till.tamper.instance
    delete till.tamper.transfersTo
    await till.purchases.external.look(asked.id, null)
    expect(await untilAsked(till, asked)).toEqual(['too-little'])
  })

  it('is shown as stopped at once, while a silent network is still asked where it is', async () => {
    const till = await open()
    const asked = await ask(till)
    const { promise, resolve } = Promise.withResolvers<bigint>()
    till.tamper.head = () => promise
    const stopping = till.purchases.external.stop(asked.id)
    const shown = till.events.findLast(({ name }) => name === 'external.changed')?.payload
    expect(shown).toMatchObject({ id: asked.id, state: 'stopped' })
    resolve(1n)
    await stopping
  })

  it('that nobody made is not looked for any more after a week', async () => {
    const till = await open()
    const asked = await ask(till)
    till.kill()
    till.clock.skewMs = 10 * DAY
    till.restart()
    await vi.waitUntil(() => viewOf(till, asked).lookedAt !== null, { timeout: 10_000 })
    const lookedOut = till.ledger.prepare('SELECT looked_out_at FROM external_payments').pluck().get()
    expect(lookedOut).toBeGreaterThan(Date.parse(asked.watchedUntil))
    expect(viewOf(till, asked)).toMatchObject({ state: 'late', arrivals: [] })
  })

  it('asked while the clock was years behind is found', async () => {
    const till = await open()
    till.clock.skewMs = -400 * DAY
    const asked = await ask(till)
    till.clock.skewMs = 0
    till.kill()
    till.restart()
    await vi.waitUntil(() => viewOf(till, asked).lookedAt !== null, { timeout: 10_000 })
    await pay(till, asked)
    await untilPaid(till, asked)
  })

  it('that the user had dismissed by mistake is asked about again by its hash', async () => {
    const till = await open()
    const asked = await ask(till)
    const hash = await pay(till, asked, { units: 1n })
    await untilAsked(till, asked)
    till.purchases.external.dismiss(asked.id, { hash, ordinal: 0 })
    expect(viewOf(till, asked).arrivals).toEqual([])
    const found = await till.purchases.external.look(asked.id, hash)
    expect(found.arrivals).toMatchObject([{ hash, reason: 'too-little' }])
  })

  it('in the network’s own coin instead of the token is asked about by its hash', async () => {
    const till = await open()
    const asked = await ask(till)
    const hash = await payByCode(
      sandbox.rpcUrl('harbour'),
      till.account,
      `ethereum:${asked.recipient}@${asked.chainId}?value=5`,
    )
    await untilMined(till, hash)
    const found = await till.purchases.external.look(asked.id, hash)
    expect(found.arrivals).toMatchObject([{ hash, reason: 'other-token', canRegister: false }])
  })

  it('on another network of the service is named by its hash', async () => {
    const till = await open()
    const asked = await ask(till)
    const { chainId } = sandbox.network('meadow')
    const hash = await payByCode(
      sandbox.rpcUrl('meadow'),
      till.account,
      `ethereum:${asked.recipient}@${chainId}?value=5`,
    )
    await vi.waitUntil(() => till.chain('meadow').receipt(hash), { timeout: 10_000, interval: 100 })
    const look = till.purchases.external.look(asked.id, hash)
    await expect(look).rejects.toMatchObject({
      code: 'not-found',
      details: { network: sandbox.network('meadow').name },
    })
    expect(viewOf(till, asked).arrivals).toEqual([])
    const nowhere = till.purchases.external.look(asked.id, `0x${'77'.repeat(32)}`)
    await expect(nowhere).rejects.toMatchObject({ code: 'not-found', details: undefined })
  })

  it('of strangers at an address that everyone pays is asked about three times at most', async () => {
    const till = await open()
    const asked = await ask(till)
    const other = privateKeyToAccount(generatePrivateKey())
    await sandbox.faucet(other.address)
    for (let payment = 0; payment < 5; payment++) await untilMined(till, await pay(till, asked, {}, other))
    await till.purchases.external.look(asked.id, null)
    await vi.waitUntil(() => viewOf(till, asked).arrivals.length === 3, { timeout: 10_000 })
    await pay(till, asked)
    await untilPaid(till, asked)
    expect(viewOf(till, asked).arrivals.map(({ reason }) => reason)).toEqual(Array(3).fill('other-sender'))
  })

  it('is found by its hash while another look finds it, and when it is known already', async () => {
    const till = await open()
    const asked = await ask(till)
    const hash = await pay(till, asked)
    await untilPaid(till, asked)
    expect(await till.purchases.external.look(asked.id, hash)).toMatchObject({ state: 'paid' })
  })
})

describe('what waiting costs', () => {
  it('asking twice at once stores it once and fails neither', async () => {
    const till = await open()
    const offer = await till.quote('harbour', 'usdc')
    await Promise.all([till.purchases.ask(askingOf(offer)), till.purchases.ask(askingOf(offer))])
    expect(till.service.budget.holds(offer.purchaseId)).toBe(true)
  })

  it('an awaited payment counts towards the limits, also those of its recipient', async () => {
    const till = await open()
    till.state.limits = { perPurchase: null, perDay: '8', perRecipient: null }
    const asked = await ask(till)
    const limited = { problem: 'limit-day', blocking: true }
    expect((await till.quote('harbour', 'usdc')).problems).toMatchObject([limited])
    till.state.limits = { perPurchase: null, perDay: null, perRecipient: '8' }
    expect((await till.quote('harbour', 'usdc')).problems).toMatchObject([{ problem: 'limit-recipient' }])
    const choice = till.choice('harbour', 'usdc', undefined, '+12015550199')
    expect((await till.purchases.quote(till.service, choice, null)).problems).toEqual([])
    await till.purchases.external.stop(asked.id)
    expect((await till.quote('harbour', 'usdc')).problems).toEqual([])
  })

  it('no quote is asked for twice while one payment of it is awaited', async () => {
    const till = await open()
    const choice = till.choice('harbour', 'usdc')
    const quoted = await till.service.client.createQuote({
      ...choice.product,
      chainId: choice.network.chainId,
      token: choice.token,
    })
    const client = { ...till.service.client, createQuote: async () => quoted }
    const again = () => till.purchases.quote({ ...till.service, client }, choice, null)
    const offers = [await again(), await again()] as const
    await till.purchases.ask(askingOf(offers[0]))
    await expect(till.purchases.ask(askingOf(offers[1]))).rejects.toMatchObject({
      code: 'quote-refused',
      details: { reason: 'already-paid' },
    })
  })

  it('is one read of the logs a minute while the account sends nothing, and one at once when it sends', async () => {
    const till = await open()
    const { transfersTo } = till.chain('harbour')
    let reads = 0
    till.tamper.transfersTo = async (...range) => {
      reads++
      return transfersTo(...range)
    }
    const asked = await ask(till)
    const look = async (): Promise<void> => {
      const before = viewOf(till, asked).lookedAt
      till.purchases.nudge()
      await vi.waitUntil(() => viewOf(till, asked).lookedAt !== before, { timeout: 10_000 })
    }
    const other = privateKeyToAccount(generatePrivateKey())
    await sandbox.faucet(other.address)
    await untilMined(till, await pay(till, asked, { units: 1n }, other))
    await vi.waitUntil(async () => reads > 0 || (await till.purchases.external.look(asked.id, null), false), 10_000)
    await look()
    const first = reads
    await look()
    await look()
    expect(reads).toBe(first)
    till.clock.skewMs = 61_000
    till.purchases.nudge()
    await vi.waitUntil(() => reads > first, { timeout: 10_000 })
    await pay(till, asked)
    await untilPaid(till, asked)
  })

  it('no requests to the service are held once the price expired', async () => {
    const till = await open()
    const asked = await ask(till)
    expect(till.service.budget.holds(asked.id)).toBe(true)
    till.clock.skewMs = 16 * 60_000
    till.purchases.nudge()
    await vi.waitUntil(() => !till.service.budget.holds(asked.id), { timeout: 10_000 })
    await pay(till, asked)
  })
})

describe('two purchases of one amount', () => {
  beforeEach(async () => void (await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')))

  it('are kept apart although the first was sped up by its wallet after Till saw it', async () => {
    const till = await open()
    const one = await ask(till)
    // Till sees a transaction that never gets into a block.
    const raw = await signPayment(till, one, 1n)
    const block = (await till.chain('harbour').head()) + 1n
    till.tamper.send = async () => null
    till.tamper.signedBytes = async () => raw
    till.tamper.transfersTo = async () => [
      {
        hash: keccak256(raw),
        logIndex: 0,
        token: one.token ?? zeroAddress,
        from: till.address,
        to: one.recipient,
        units: toUnits(one.totalAmount, 6),
        blockNumber: block,
        isProven: true,
      },
    ]
    await vi.waitUntil(async () => (await till.chain('harbour').head()) >= block, soon)
    await till.purchases.external.look(one.id, null)
    await untilPaid(till, one)
    delete till.tamper.signedBytes
    delete till.tamper.transfersTo
    const other = await ask(till)
    const hash = await pay(till, one)
    expect(hash).not.toBe(keccak256(raw))
    await till.until(one.id, ({ registration }) => registration.state === 'registered')
    expect((await sandbox.witness(till.address)).registrations.map((each) => each.hash)).toEqual([hash])
    const asked = Date.parse(viewOf(till, other).lookedAt ?? '')
    await till.purchases.external.look(other.id, null)
    await vi.waitUntil(() => Date.parse(viewOf(till, other).lookedAt ?? '') > asked, { timeout: 10_000 })
    expect(viewOf(till, other)).toMatchObject({ state: 'waiting', arrivals: [] })
    expect(viewOf(till, one).arrivals).toEqual([])
    expect(till.state.unforeseen).toEqual([])
  })
})

/** Signs what a payment's code says with the account's next nonce, and sends it nowhere. */
async function signPayment(
  till: TestTill,
  { chainId, token, recipient, totalAmount }: ExternalPaymentView,
  tip: bigint,
) {
  const { mined } = await till.chain('harbour').nonces(till.address)
  const { maxFeePerGas } = await till.chain('harbour').fees()
  return till.account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: mined,
    to: token ?? zeroAddress,
    gas: 100_000n,
    maxFeePerGas,
    maxPriorityFeePerGas: tip,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [recipient, toUnits(totalAmount, 6)],
    }),
  })
}
