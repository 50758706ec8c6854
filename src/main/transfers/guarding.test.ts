import { getAddress, parseGwei, type Address, type Hash } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { noLimits, type Limits } from '../../shared/limits/views.ts'
import { acknowledgeForeignPayment, writeForeignPayment } from '../history/foreign-payments-repository.ts'
import { selectUncounted } from '../purchases/refund/refund-repository.ts'
import { openTestSandbox, type Listed, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { newAddress, openTestTransfers, type TestTransfers } from '../../testing/transfers/open-test-transfers.ts'
import { refusal } from '../../testing/refusal.ts'
import { tokenOf } from '../../testing/purchases/sandbox-controls.ts'
import { readTransfer } from './transfer-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

const limit = (till: TestTill, limits: Partial<Limits>): void => void (till.state.limits = { ...noLimits, ...limits })

async function setUp(): Promise<{ till: TestTill; fixture: TestTransfers; to: Address }> {
  const till = await sandbox.till()
  return { till, fixture: openTestTransfers(sandbox, till), to: newAddress() }
}
/** Returns an address that starts and ends like another. */
const resembling = (one: Address): Address =>
  getAddress(`0x${one.slice(2, 6)}${newAddress().slice(6, 38)}${one.slice(38)}`.toLowerCase())

describe('coins of a wallet with an unreconciled transaction', () => {
  /** Stores what reconciliation stores. */
  function leave(till: TestTill, recipient: Address): Hash {
    const hash: Hash = `0x${newAddress().slice(2).padEnd(64, '0')}`
    const chainRecord = { chainInstance: null, network: null, explorer: null, recipient }
    const payment = { hash, token: 'USDC', amount: '5', happenedAt: null, chainRecord }
    writeForeignPayment(till.ledger, { profileId: 'harbour', address: till.address }, payment, 1)
    return hash
  }

  it('go to its recipient only once the user has answered: it may be the same payment', async () => {
    const { till, fixture, to } = await setUp()
    const hash = leave(till, to)
    expect((await fixture.offer(to)).problems).toMatchObject([{ problem: 'payment-unanswered', blocking: true }])
    acknowledgeForeignPayment(till.ledger, hash, 2)
    expect((await fixture.offer(to)).problems).toEqual([])
  })

  it('go elsewhere once a group of the address was typed', async () => {
    const { till, fixture, to } = await setUp()
    leave(till, newAddress())
    const offer = await fixture.offer(to)
    expect([offer.problems, offer.typeGroup]).toEqual([[], 9])
    expect(offer.warnings).toContainEqual({ warning: 'unanswered', strong: true, other: null })
    await expect(fixture.confirm(offer, { typed: null })).rejects.toMatchObject({ code: 'invalid-input' })
    await fixture.confirm(offer)
  })

  it('are not sent if more transactions to the same address are found', async () => {
    const { till, fixture, to } = await setUp()
    leave(till, newAddress())
    const offer = await fixture.offer(to)
    leave(till, to)
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-expired', 'sending'])
  })

  it('are not sent if one is found while the network answers', async () => {
    const { till, fixture, to } = await setUp()
    const offer = await fixture.offer(to)
    const { tokenBalance } = till.chain('harbour')
    till.tamper.tokenBalance = async (...request) => {
      leave(till, to)
      return tokenBalance(...request)
    }
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-expired', 'sending'])
  })

  it('are reviewed again if one was found after the review', async () => {
    const { till, fixture, to } = await setUp()
    const offer = await fixture.offer(to)
    leave(till, newAddress())
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-expired', 'sending'])
  })
})

describe('a spending limit', () => {
  it('counts transfers and purchases together, in the offer and again in the commit', async () => {
    const { till, fixture, to } = await setUp()
    const price = (await till.quote('harbour', 'usdc')).totalAmount
    // The service's prices vary a little from quote to quote.
    limit(till, { perDay: String(Number(price) + 6.1) })
    await fixture.send(to)
    expect((await till.quote('harbour', 'usdc')).problems).toEqual([])
    const [offer, quote] = [
      await fixture.offer(to, { network: 'meadow', coin: 'usdt', amount: '6' }),
      await till.quote('harbour', 'usdc'),
    ]
    expect(offer.problems).toEqual([])
    await till.confirm(quote)
    const sign = vi.spyOn(till.account, 'signTransaction')
    await expect(fixture.confirm(offer)).rejects.toMatchObject({
      code: 'limit-reached',
      details: { limit: 'day' },
    })
    expect(sign).not.toHaveBeenCalled()
    sign.mockRestore()
    expect((await fixture.offer(to, { amount: '1' })).problems).toEqual([])
    await fixture.send(to, { amount: '1' })
    expect((await till.quote('harbour', 'usdc')).problems).toMatchObject([{ problem: 'limit-day' }])
    expect((await fixture.offer(to, { amount: '1' })).problems).toMatchObject([
      { problem: 'limit-day', blocking: true },
    ])
  })

  it('counts a transfer made while the clock or the network’s time was set back, once it is right again', async () => {
    const threeDaysAgo = (): number => Date.now() - 3 * 86_400_000
    for (const setBack of [
      ({ clock }: TestTill) => void (clock.skewMs = threeDaysAgo() - Date.now()),
      ({ tamper }: TestTill) => void (tamper.blockTime = async () => threeDaysAgo()),
    ]) {
      const { till, fixture, to } = await setUp()
      limit(till, { perDay: '6' })
      setBack(till)
      await fixture.send(to)
      till.clock.skewMs = 0
      delete till.tamper.blockTime
      expect((await fixture.offer(to)).problems).toMatchObject([{ problem: 'limit-day', detail: '1' }])
    }
  })

  it('holds if a purchase and a transfer on two networks are confirmed at the same moment', async () => {
    const { till, fixture, to } = await setUp()
    const quote = await till.quote('harbour', 'usdc')
    const offer = await fixture.offer(to, { network: 'meadow', coin: 'usdt', amount: '5' })
    limit(till, { perDay: '6' })
    const outcomes = await Promise.allSettled([till.confirm(quote), fixture.confirm(offer)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('per purchase and per recipient applies to transfers; an address is nobody’s number', async () => {
    const { till, fixture, to } = await setUp()
    limit(till, { perPurchase: '4' })
    expect((await fixture.offer(to)).problems).toMatchObject([{ problem: 'limit-purchase', detail: '4' }])
    limit(till, { perRecipient: '6' })
    await fixture.send(to)
    expect((await fixture.offer(to, { amount: '2' })).problems).toMatchObject([
      { problem: 'limit-recipient', detail: '1' },
    ])
    expect((await fixture.offer(newAddress())).problems).toEqual([])
    expect((await till.quote('harbour', 'usdc')).problems).toEqual([])
  })

  it('stops transfers of the network’s own coin', async () => {
    const { till, fixture, to } = await setUp()
    limit(till, { perDay: '1000' })
    expect((await fixture.offer(to, { coin: null, amount: '0.01' })).problems).toMatchObject([
      { problem: 'limit-native-coin', blocking: true },
    ])
  })
})

describe('a coin', () => {
  /** The network's nodes are the service's, none of them on this machine; `token` is the service's data of its coins. */
  const far = async (token: Listed['token'] = {}): Promise<{ till: TestTill; fixture: TestTransfers; to: Address }> => {
    const till = await sandbox.till()
    const { chain } = till.context
    Object.assign(till.context, {
      chain: (...[network, profile]: Parameters<typeof chain>) =>
        chain({ ...network, rpcUrls: [sandbox.rpcUrl('harbour')] }, profile),
    })
    const network = { rpcUrls: ['https://rpc.service.example'] }
    return { till, fixture: openTestTransfers(sandbox, till, { network, token }), to: newAddress() }
  }

  it('listed with other decimals than its contract has is not sent', async () => {
    const { fixture, to } = await far({ decimals: 4 })
    expect(await refusal(fixture.offer(to))).toEqual(['quote-refused', 'sending-coin'])
  })

  it('that is the network’s own coin under a stable coin’s name is not sent', async () => {
    const till = await sandbox.till()
    const fixture = openTestTransfers(sandbox, till, { network: { nativeSymbol: 'USDC' } })
    expect(await refusal(fixture.offer(newAddress(), { coin: null, amount: '0.5' }))).toEqual([
      'quote-refused',
      'sending-coin',
    ])
  })

  it('that only the service describes is sent with the user’s consent, asked once; a limit stops it', async () => {
    const { till, fixture, to } = await far()
    const offer = await fixture.offer(to)
    expect(offer.problems).toEqual([{ problem: 'coin-unknown', blocking: false, detail: null }])
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-changed', 'coin'])
    await fixture.confirm(offer, { acceptCoin: true })
    expect((await fixture.offer(to)).problems).toEqual([])
    limit(till, { perPurchase: '1000' })
    expect((await fixture.offer(to)).problems).toEqual([{ problem: 'limit-other-coin', blocking: true, detail: '0' }])
  })
})

describe('a network fee above the cap', () => {
  it('is paid only with the password', async () => {
    const till = await sandbox.till({ profile: { feeCaps: { [sandbox.network('harbour').chainId]: '0.000000001' } } })
    const [fixture, to] = [openTestTransfers(sandbox, till), newAddress()]
    const offer = await fixture.offer(to)
    expect(offer.problems).toEqual([{ problem: 'fee-high', blocking: false, detail: '0.000000001' }])
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-changed', 'fee'])
    expect(await fixture.confirm(offer, { acceptFee: true })).toMatchObject({ state: 'signed' })
  })

  it.each(['speed-up', 'cancel'] as const)('is paid for a %s only with the password', async (action) => {
    const till = await sandbox.till({ profile: { feeCaps: { [sandbox.network('harbour').chainId]: '0.001' } } })
    const fixture = openTestTransfers(sandbox, till)
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const { id } = await fixture.send(newAddress())
    const signed = (): number | undefined => readTransfer(till.ledger, id)?.step.signed.length
    expect(await fixture.transfers.offerFee(id, action)).toMatchObject({ exceededCap: null })
    const own = await till.chain('harbour').fees()
    till.tamper.fees = async () => ({ ...own, maxFeePerGas: parseGwei('60') })
    const { offerKey, exceededCap } = await fixture.transfers.offerFee(id, action)
    expect(exceededCap).toBe('0.001')
    expect(await refusal(fixture.transfers.confirmFee(id, offerKey, false))).toEqual(['quote-changed', 'fee'])
    expect(signed()).toBe(1)
    await fixture.transfers.confirmFee(id, offerKey, true)
    expect(signed()).toBe(2)
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
  })
})

describe('a warning', () => {
  it('about an address similar to an earlier recipient asks for the group in which they differ', async () => {
    const { fixture, to } = await setUp()
    await fixture.send(to)
    const poison = resembling(to)
    expect(fixture.transfers.check(fixture.input(poison)).warnings).toMatchObject([{ warning: 'look-alike' }, {}])
    const offer = await fixture.offer(poison)
    expect(offer.warnings[0]).toEqual({ warning: 'look-alike', strong: true, other: { address: to, name: null } })
    expect(offer.typeGroup).toBeGreaterThan(0)
    expect(await refusal(fixture.confirm(offer, { typed: null }))).toEqual(['invalid-input', 'typed-group'])
    // The last characters, which both addresses share, prove nothing.
    expect(await refusal(fixture.confirm(offer, { typed: poison.slice(-4) }))).toEqual(['invalid-input', 'typed-group'])
    expect((await fixture.confirm(offer)).recipient).toBe(poison)
  })

  it('about the service’s own addresses: its payee is known, its contracts are named', async () => {
    const { till, fixture } = await setUp()
    await till.buy('harbour', 'usdc')
    expect((await fixture.offer(resembling(sandbox.treasury('harbour')))).warnings[0]).toMatchObject({
      warning: 'look-alike',
      other: { address: getAddress(sandbox.treasury('harbour')), name: till.service.profile.name },
    })
    const usdt = await fixture.offer(tokenOf(sandbox, 'meadow', 'usdt'), { network: 'meadow', coin: 'usdc' })
    expect(usdt.warnings[0]).toMatchObject({ warning: 'known-contract', strong: true })
    expect(usdt.typeGroup).toBe(9)
    const [router = newAddress()] = till.choice('meadow', 'usdc').network.protocolContracts
    const toRouter = await fixture.offer(router, { network: 'meadow', coin: 'usdc' })
    expect(toRouter.warnings[0]).toMatchObject({ warning: 'known-contract', strong: true })
    const native = await fixture.offer(tokenOf(sandbox, 'harbour', 'usdc'), { coin: null, amount: '0.01' })
    expect(native.warnings[0]).toMatchObject({ warning: 'known-contract' })
    expect(native.problems).toMatchObject([{ problem: 'simulation-failed', blocking: true }])
  })

  it('is shown for an unknown contract, not for an account that only delegates to code', async () => {
    const { till, fixture, to } = await setUp()
    const rpc = sandbox.rpc('harbour') as unknown as { request(request: unknown): Promise<unknown> }
    await rpc.request({ method: 'anvil_setCode', params: [to, '0x00'] })
    expect((await fixture.offer(to)).warnings.map(({ warning }) => warning)).toEqual(['contract', 'first-time'])
    await rpc.request({ method: 'anvil_setCode', params: [to, `0xef0100${till.address.slice(2)}`] })
    expect((await fixture.offer(to)).warnings.map(({ warning }) => warning)).toEqual(['never-used', 'first-time'])
  })

  it('is shown for a clipboard with another address, in the offer and at the confirmation', async () => {
    const { till, fixture, to } = await setUp()
    const other = newAddress()
    expect((await fixture.offer(to, { pasted: ` ${to}\n` })).typeGroup).toBeNull()
    expect((await fixture.offer(to, { pasted: other })).warnings[0]).toMatchObject({
      warning: 'clipboard',
      strong: true,
      other: { address: other },
    })
    const offer = await fixture.offer(to)
    till.state.clipboard = other
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-changed', 'clipboard'])
    const again = await fixture.offer(to)
    expect(again.warnings[0]).toMatchObject({ warning: 'clipboard', other: { address: other } })
    expect((await fixture.confirm(again)).recipient).toBe(to)
    till.state.clipboard = 'milk, bread'
    expect((await fixture.offer(to)).typeGroup).toBeNull()
  })

  it('is not shown for an own account, which appears by its name', async () => {
    const { till, fixture, to } = await setUp()
    const watched = newAddress()
    till.state.accounts.push(
      { address: to, name: 'Savings', kind: 'phrase' },
      { address: watched, name: 'Till 2', kind: 'watched' },
    )
    expect(await fixture.offer(to)).toMatchObject({ name: 'Savings', warnings: [{ warning: 'own-account' }] })
    // Nobody here has the key of a watched account.
    expect(await fixture.offer(watched)).toMatchObject({ name: 'Till 2', warnings: [{ warning: 'never-used' }, {}] })
  })
})

describe('a named recipient', () => {
  it('is shown with each transfer under the name of that time, which is sealed', async () => {
    const { till, fixture, to } = await setUp()
    till.state.named = [{ name: 'Ana Perez', address: to }]
    const { id } = await fixture.send(to)
    expect(fixture.transfers.get(id)).toMatchObject({ name: 'Ana Perez', recipient: to })
    till.state.named = [{ name: 'Somebody', address: to }]
    expect([fixture.transfers.get(id).name, fixture.transfers.check(fixture.input(to)).name]).toEqual([
      'Ana Perez',
      'Somebody',
    ])
    expect(readTransfer(till.ledger, id)?.sealedName?.toString()).not.toMatch(/Ana|Somebody/)
  })
})

describe('coins sent between own accounts', () => {
  it('are never taken for a purchase’s refund by the ledger that sent them', async () => {
    const { till, fixture } = await setUp()
    const other = await sandbox.till({ funded: false })
    const { id } = await fixture.send(other.address, { amount: '5' })
    const { hash } = await fixture.until(id, ({ state }) => state === 'final')
    const transfer = { hash: hash as `0x${string}`, ordinal: 0, isProven: true }
    expect(selectUncounted(till.ledger, id, [transfer])).toEqual([])
    expect(selectUncounted(other.ledger, id, [transfer])).toEqual([transfer])
  })
})
