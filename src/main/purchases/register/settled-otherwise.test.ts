import { parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { hasOpenSteps, readSteps } from '../../engine/steps/step-repository.ts'
import { failing, openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { useNonce, pendingOf } from '../../../testing/purchases/sandbox-controls.ts'
import { expectPaidOnce } from '../../../testing/purchases/expect-paid-once.ts'
import { soon } from '../../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const harbour = (action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  sandbox.control('chains/harbour', action)

describe('the allowance of a router payment', () => {
  it('is followed to its end after the purchase has settled, so that its account is free', async () => {
    const till = await sandbox.till()
    const { send, blockStatus } = till.chain('meadow')
    const mayPay = { yet: false }
    till.tamper.send = async (raw) => (parseTransaction(raw).nonce === 0 || mayPay.yet ? send(raw) : null)
    const { id } = await till.buy('meadow', 'usdc')
    await till.until(id, ({ steps }) => steps[0]?.state !== 'signed')
    const approved = readSteps(till.ledger, id)[0]?.blockNumber
    // Its node is unsure about that block longer than about the payment's.
    till.tamper.blockStatus = async (block) =>
      block.number === approved ? { state: 'open', isBacked: false } : blockStatus(block)
    mayPay.yet = true
    expect(await till.untilSettled(id)).toMatchObject({ steps: [{ state: 'confirmed' }, { state: 'final' }] })
    const isFree = (): Promise<true> =>
      vi.waitUntil(() => !hasOpenSteps(till.ledger, till.address), { timeout: 20_000 })
    delete till.tamper.blockStatus
    await isFree()
    expect(till.view(id)).toMatchObject({ status: 'delivered', ended: true, waitingFor: null })
    // A start continues what an earlier process left.
    till.kill()
    till.restart()
    till.ledger.prepare("UPDATE steps SET state = 'confirmed' WHERE kind = 'approve'").run()
    till.kill()
    till.restart()
    await isFree()
  })
})

describe('a payment', () => {
  it('whose nonce another wallet used counts as not paid, but only at finality', async () => {
    const till = await sandbox.till()
    till.tamper.send = async () => null
    const { id, steps } = await till.buy('harbour', 'usdc')
    await harbour({ action: 'pause-mining' })
    await useNonce(sandbox, till, steps[0]?.nonce ?? 0)
    await harbour({ action: 'mine' })
    const polls = vi.fn(till.chain('harbour').blockStatus)
    till.tamper.blockStatus = polls
    await vi.waitUntil(() => polls.mock.settledResults.filter(({ type }) => type === 'fulfilled').length >= 2, {
      timeout: 10_000,
    })
    expect(await Promise.all(polls.mock.results.map(({ value }) => value))).not.toContainEqual({
      state: 'final',
      isBacked: true,
    })
    expect(till.view(id)).toMatchObject({ status: 'paying', steps: [{ state: 'signed' }], ended: false })
    await harbour({ action: 'resume-mining' })
    expect(await till.untilSettled(id)).toMatchObject({
      status: 'not-paid',
      steps: [{ state: 'superseded' }],
      waitingFor: null,
    })
    expect(await sandbox.witness(till.address)).toMatchObject({ payments: [], registrations: [] })
    // Its reserved requests are free again.
    expect(till.service.budget.reserve('another', 97, 'registration')).toBe(true)
  })

  it('whose nonce was used only in a reorganised block is paid after all, once', async () => {
    const till = await sandbox.till()
    till.tamper.send = async () => null
    const blockStatus = vi.fn(till.chain('harbour').blockStatus)
    till.tamper.blockStatus = blockStatus
    await harbour({ action: 'pause-mining' })
    await harbour({ action: 'mine', blocks: 3 })
    const { id, steps } = await till.buy('harbour', 'usdc')
    await useNonce(sandbox, till, steps[0]?.nonce ?? 0)
    await harbour({ action: 'mine' })
    await vi.waitUntil(() => blockStatus.mock.settledResults.some(({ type }) => type === 'fulfilled'), {
      timeout: 10_000,
    })
    await harbour({ action: 'reorg', depth: 1 })
    delete till.tamper.send
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, { timeout: 15_000 })
    await harbour({ action: 'resume-mining' })
    await expectPaidOnce(sandbox, till, id)
  })

  it('that the network finally refuses counts as not paid', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const { id } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, soon)
    // The coins leave first: the payment is mined and reverts.
    await harbour({ action: 'set-balance', address: till.address, token: 'USDC', amount: '1' })
    await harbour({ action: 'resume-mining' })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'not-paid', steps: [{ state: 'reverted' }] })
    expect((await sandbox.witness(till.address)).registrations).toEqual([])
  })

  it('on a network that was reset is never sent there', async () => {
    const till = await sandbox.till()
    till.tamper.send = async () => null
    const { id } = await till.buy('harbour', 'usdc')
    const sent = vi.fn(async () => null)
    till.tamper.send = sent
    till.tamper.instance = async () => `913370101:0x${'9'.repeat(64)}`
    till.purchases.nudge()
    const view = await till.until(id, ({ attention }) => attention !== null)
    expect(view).toMatchObject({ status: 'needs-you', attention: 'chain-changed', waitingFor: null })
    sent.mockClear()
    delete till.tamper.instance
    delete till.tamper.send
    till.purchases.nudge()
    await expectPaidOnce(sandbox, till, id)
  })

  it('that is missing for long asks the person, until it is mined', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const { id } = await till.buy('harbour', 'usdc')
    till.clock.monotonicSkewMs = 16 * 60_000
    await till.until(id, ({ attention }) => attention === 'payment-dropped')
    expect(till.purchases.checkNow(id)).toMatchObject({ attention: null })
    await harbour({ action: 'resume-mining' })
    await expectPaidOnce(sandbox, till, id)
  })
})

describe('a failed delivery', () => {
  it('without a refund within a day asks the person, who may waive it', async () => {
    const till = await sandbox.till()
    await sandbox.control('settings', { refunds: false, failAll: true }, 'PATCH')
    const { id } = await till.buy('harbour', 'usdc')
    await till.until(id, ({ status }) => status === 'failed')
    till.clock.skewMs = till.clock.monotonicSkewMs = 25 * 3_600_000
    till.purchases.checkNow(id)
    await till.until(id, ({ attention }) => attention === 'refund-missing')
    expect(till.purchases.waiveRefund(id)).toMatchObject({ status: 'failed', refund: { state: 'waived' } })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'failed', attention: null })
    expect(() => till.purchases.waiveRefund(id)).toThrow(AppError)
  })

  it.each([
    ['harbour', 'usdc'],
    ['meadow', 'dai'],
  ] as const)('on %s settles automatically when the payee refunds', async (network, token) => {
    const till = await sandbox.till()
    const { id } = await till.buy(network, token, failing)
    expect(await till.untilSettled(id)).toMatchObject({
      status: 'refunded',
      refund: { parts: [{ evidence: 'payee' }], possible: null },
    })
  })

  it('with a refund from elsewhere waits for the person’s answer, and the next one counts without a question', async () => {
    const till = await sandbox.till()
    await sandbox.control('settings', { refundsFrom: 'elsewhere' }, 'PATCH')
    const { id } = await till.buy('meadow', 'usdc', failing)
    const questioned = await till.until(id, ({ attention }) => attention === 'refund-possible')
    const [refund] = (await sandbox.witness(till.address)).refunds
    expect(questioned).toMatchObject({ ended: false, refund: { state: 'none', possible: { hash: refund?.hash } } })
    till.kill()
    till.restart()
    const answered = till.purchases.answerRefund(id, { hash: refund?.hash ?? '', ordinal: 0, choice: 'all' })
    expect(answered).toMatchObject({
      status: 'refunded',
      refund: { parts: [{ evidence: 'person', hash: refund?.hash }] },
    })
    expect(await till.untilSettled(id)).toMatchObject({ attention: null })
    const next = await till.buy('meadow', 'usdc', failing)
    expect(await till.untilSettled(next.id)).toMatchObject({
      status: 'refunded',
      refund: { parts: [{ evidence: 'known-sender' }] },
    })
    expect(till.state.unforeseen).toEqual([])
  })

  it('never counts one refund for two purchases', async () => {
    const till = await sandbox.till()
    await sandbox.control('settings', { refunds: false, failAll: true, pricesFrozen: true }, 'PATCH')
    const [one, two] = await Promise.all([till.buy('harbour', 'usdc'), till.buy('harbour', 'usdc')])
    for (const { id } of [one, two]) await till.until(id, ({ status }) => status === 'failed')
    const before =
      (await till.chain('harbour').tokenBalance(till.choice('harbour', 'usdc').token.address, till.address)) / 1n
    const amount = Number(before + BigInt(Math.round(Number(one.totalAmount) * 1e6))) / 1e6
    await harbour({ action: 'set-balance', address: till.address, token: 'USDC', amount: String(amount) })
    const questioned = await till.until(one.id, ({ attention }) => attention === 'refund-possible')
    await till.until(two.id, ({ attention }) => attention === 'refund-possible')
    const answer = { hash: questioned.refund.possible?.hash ?? '', ordinal: 0, choice: 'all' as const }
    expect(till.purchases.answerRefund(one.id, answer)).toMatchObject({ refund: { state: 'seen' } })
    expect(() => till.purchases.answerRefund(two.id, answer)).toThrow(AppError)
    const missing = await till.until(two.id, ({ waitingFor }) => waitingFor?.what === 'refund')
    expect(missing).toMatchObject({ attention: null, ended: false, refund: { state: 'none', possible: null } })
    expect(till.state.unforeseen).toEqual([])
  })
})
