import { zeroAddress, type Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signBoth } from '../../testing/engine/sign-both.ts'
import { noLimits } from '../../shared/limits/views.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { tokenOf } from '../../testing/purchases/sandbox-controls.ts'
import { refusal } from '../../testing/refusal.ts'
import { soon } from '../../testing/soon.ts'
import { newAddress, openTestTransfers, type TestTransfers } from '../../testing/transfers/open-test-transfers.ts'
import { OFFER_GOOD_FOR_MS } from '../engine/single-steps/offer-age.ts'
import { writeNote } from '../notes/sealed-note.ts'
import { readTransfer } from './transfer-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

async function setUp(): Promise<{ till: TestTill; fixture: TestTransfers; to: Address }> {
  const till = await sandbox.till()
  return { till, fixture: openTestTransfers(sandbox, till), to: newAddress() }
}
const page = { text: '', offset: 0, limit: 10 }
const typedOf = ({ recipient, typeGroup }: { recipient: string; typeGroup: number | null }): string =>
  recipient.slice(2 + (typeGroup ?? 0) * 4).slice(0, 4)

describe('a test run', () => {
  it('that no node can do is said, and is passed over only with the user’s consent', async () => {
    const { till, fixture, to } = await setUp()
    till.tamper.simulate = async () => null
    const offer = await fixture.offer(to)
    expect([offer.simulated, offer.problems]).toEqual([
      false,
      [{ problem: 'not-simulated', blocking: false, detail: null }],
    ])
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-changed', 'not-tried'])
    delete till.tamper.simulate
    // The user was told that it was not tried.
    expect(await refusal(fixture.confirm(offer))).toEqual(['quote-changed', 'not-tried'])
    till.tamper.simulate = async () => null
    expect(await fixture.confirm(offer, { acceptNotSimulated: true })).toMatchObject({ state: 'signed', recipient: to })
  })

  it('of which the nodes say different things stops the transfer, whatever the user accepts', async () => {
    const { till, fixture, to } = await setUp()
    const sound = await fixture.offer(to)
    till.tamper.simulate = async () => 'nodes-differ'
    const confirm = fixture.confirm(sound, { acceptNotSimulated: true })
    expect(await refusal(confirm)).toEqual(['simulation-failed', 'sending'])
    expect(await fixture.offer(to)).toMatchObject({
      simulated: false,
      problems: [{ problem: 'simulation-failed', blocking: true }],
    })
  })

  it('in which something else moves stops the review already', async () => {
    const { till, fixture, to } = await setUp()
    till.tamper.simulate = async () => [-5_000_000n, -1n]
    expect((await fixture.offer(to)).problems).toEqual([
      { problem: 'request-refused', blocking: true, detail: 'unexpected-changes' },
    ])
  })
})

describe('a review', () => {
  it('can no longer be confirmed once the next one has begun, even if that one fails', async () => {
    const { fixture, to } = await setUp()
    const before = await fixture.offer(to)
    expect(await refusal(fixture.offer(zeroAddress))).toEqual(['invalid-input', 'nobody'])
    expect(await refusal(fixture.confirm(before))).toEqual(['quote-expired', 'sending'])
    expect((await fixture.transfers.list(page)).total).toBe(0)
  })

  it('expires a minute after it began, however long the network took', async () => {
    const { till, fixture, to } = await setUp()
    const began = Date.now()
    till.tamper.isContract = async () => {
      till.clock.skewMs += 20_000
      return false
    }
    const { expiresAt } = await fixture.offer(to)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + OFFER_GOOD_FOR_MS)
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(began + OFFER_GOOD_FOR_MS)
  })

  it('is made though the clipboard cannot be read, and takes the typed group with spaces around it', async () => {
    const { till, fixture } = await setUp()
    till.state.clipboard = new Error('The clipboard is busy')
    const usdt = tokenOf(sandbox, 'meadow', 'usdt')
    const offer = await fixture.offer(usdt, { network: 'meadow', coin: null, amount: '0.01' })
    // The name of a coin is no person's.
    expect([offer.name, offer.typeGroup]).toEqual([null, 9])
    till.tamper.simulate = async () => [-(10n ** 16n)]
    const again = await fixture.offer(usdt, { network: 'meadow', coin: null, amount: '0.01' })
    const sent = await fixture.confirm(again, { typed: ` ${typedOf(again).toUpperCase()} ` })
    expect(sent).toMatchObject({ amount: '0.01', symbol: 'ETH', token: null })
  })

  it('calls an own account by the name that the user gave its address', async () => {
    const { till, fixture, to } = await setUp()
    till.state.accounts.push({ address: to, name: 'Savings', kind: 'phrase' })
    till.state.named = [{ name: 'Ana', address: to }]
    expect((await fixture.offer(to)).name).toBe('Ana')
  })

  it('compares limits with a coin of eighteen decimals', async () => {
    const { till, fixture, to } = await setUp()
    till.state.limits = { ...noLimits, perPurchase: '5' }
    expect((await fixture.offer(to, { coin: 'dai', amount: '5' })).problems).toEqual([])
    expect((await fixture.offer(to, { coin: 'dai', amount: '5.000001' })).problems).toMatchObject([
      { problem: 'limit-purchase', detail: '5' },
    ])
  })
})

describe('transfers', () => {
  it('wait while a purchase of the same account is signed, and take the next nonce', async () => {
    const { till, fixture, to } = await setUp()
    const [quote, offer] = [await till.quote('harbour', 'usdc'), await fixture.offer(to)]
    const buy = () => till.confirm(quote)
    expect(await signBoth(till.context.wallet, buy, () => fixture.confirm(offer))).toEqual([0, 1])
  })

  it('are listed with their notes, and found by the name of that time and by their hash', async () => {
    const { till, fixture, to } = await setUp()
    till.state.named = [{ name: 'Ana Pérez', address: to }]
    const named = await fixture.send(to)
    till.state.named = []
    const other = await fixture.send(to, { amount: '2' })
    writeNote(till.context, other.id, { note: 'Rent\nof May', tags: ['home'] })
    const { transfers, notes } = await fixture.transfers.list(page)
    expect([transfers.map(({ id }) => id).toSorted(), notes]).toEqual([
      [named.id, other.id].toSorted(),
      { [other.id]: 'Rent of May #home' },
    ])
    const found = async (text: string): Promise<string[]> =>
      (await fixture.transfers.list({ ...page, text })).transfers.map(({ id }) => id)
    const { hash = '' } = readTransfer(till.ledger, other.id)?.step.signed[0] ?? {}
    expect([await found('perez'), await found(hash), await found('2usdc'), await found('2dai')]).toEqual([
      [named.id],
      [other.id],
      [other.id],
      [],
    ])
  })

  it('are called by no name that was sealed for another one', async () => {
    const { till, fixture, to } = await setUp()
    till.state.named = [{ name: 'Ana', address: to }]
    const ana = await fixture.send(to)
    const stranger = await fixture.send(newAddress())
    till.ledger
      .prepare('UPDATE transfers SET name = (SELECT name FROM transfers WHERE id = ?) WHERE id = ?')
      .run(ana.id, stranger.id)
    expect([ana, stranger].map(({ id }) => fixture.transfers.get(id).name)).toEqual(['Ana', null])
  })

  it('report the trouble of their network at once', async () => {
    const { till, fixture, to } = await setUp()
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const { id } = await fixture.send(to)
    till.tamper.trouble = () => ({ what: 'silent', since: 0 })
    fixture.transfers.networkChanged()
    expect(fixture.emitted().at(-1)).toMatchObject({ id, networkTrouble: { what: 'silent' } })
  })

  it('whose fee was raised are shown so and sent again at once', async () => {
    const { till, fixture, to } = await setUp()
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const { id } = await fixture.send(to)
    const { offerKey } = await fixture.transfers.offerFee(id, 'speed-up')
    const { send } = till.chain('harbour')
    const sent: string[] = []
    till.tamper.send = (raw) => {
      sent.push(raw)
      return send(raw)
    }
    await fixture.transfers.confirmFee(id, offerKey, false)
    expect(fixture.emitted().at(-1)).toMatchObject({ id, feeChange: { action: 'speed-up' } })
    const raised = readTransfer(till.ledger, id)?.step.signed[1]?.raw ?? 'none'
    await vi.waitUntil(() => sent.includes(raised), soon)
  })
})
