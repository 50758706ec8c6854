import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { readOpenRefunds } from './refund-repository.ts'
import { openTestRefunds, payee, stranger, units, type TestRefunds } from '../../../testing/purchases/refunds.ts'

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

describe('a transfer from the payee that the nodes do not prove', () => {
  const unproven = { isProven: false }

  it('is asked about once it is final, and counts once the person says so', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, sandbox.head - 1n, unproven)
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: null })
    sandbox.head += 1n
    expect((await sandbox.poll(id)).state).toMatchObject({ refund: 'none', attention: 'refund-possible' })
    expect((await sandbox.poll(id)).refunds).toEqual([])
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ hash, isProven: false }])
    sandbox.answer(id, hash, 'all')
    expect(sandbox.record(id)).toMatchObject({ state: { refund: 'seen' }, refunds: [{ hash, evidence: 'person' }] })
  })

  it('counts without an answer once they prove it, even after the person said no', async () => {
    const [asking, declined] = [sandbox.failed(), sandbox.failed()]
    const hashes = [sandbox.sent(payee, 8n, unproven), sandbox.sent(payee, 9n, unproven)] as const
    for (const id of [asking, declined]) await sandbox.poll(id)
    for (const hash of hashes) sandbox.answer(declined, hash, 'no')
    expect((await sandbox.poll(declined)).state).toMatchObject({ refund: 'none', attention: null })
    sandbox.transfers = sandbox.transfers.map((one) => ({ ...one, isProven: true }))
    expect((await sandbox.poll(asking)).refunds[0]).toMatchObject({ hash: hashes[0], evidence: 'payee' })
    expect((await sandbox.poll(declined)).refunds[0]).toMatchObject({ hash: hashes[1], evidence: 'payee' })
  })

  it('is not answered any more once it counted', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, 8n, unproven)
    await sandbox.poll(id)
    sandbox.transfers = sandbox.transfers.map((one) => ({ ...one, isProven: true }))
    await sandbox.poll(id)
    for (const choice of ['all', 'part'] as const) expect(() => sandbox.answer(id, hash, choice)).toThrow(AppError)
    expect(sandbox.record(id).refunds).toMatchObject([{ hash, evidence: 'payee' }])
  })

  it('replaces no proven transfer, wherever in the same transaction a node invents it', async () => {
    const [first, second] = [sandbox.failed(), sandbox.failed()]
    const hash = sandbox.sent(payee, 8n, { logIndex: 4 })
    await sandbox.poll(first)
    sandbox.sent(payee, 8n, { hash, logIndex: 1, ...unproven })
    expect((await sandbox.poll(second)).refunds).toEqual([])
  })

  it('is not asked about if its sender is unknown, since a node can invent any number of those', async () => {
    const id = sandbox.failed()
    sandbox.sent(stranger, 8n, unproven)
    expect((await sandbox.poll(id)).state.attention).toBeNull()
  })
})

describe('a question about one node’s answer', () => {
  const prove = (): void => void (sandbox.transfers = sandbox.transfers.map((one) => ({ ...one, isProven: true })))

  it('is asked again about a part of the refund that the person did not see, once the nodes prove it', async () => {
    const id = sandbox.failed()
    const part = units / 2n
    const hash = sandbox.sent(payee, 8n, { units: part, isProven: false })
    await sandbox.poll(id)
    expect(sandbox.openQuestions(id)).toEqual([hash])
    sandbox.answer(id, hash, 'no')
    prove()
    await sandbox.poll(id)
    expect(sandbox.openQuestions(id)).toEqual([hash])
  })

  it('shows the amount that the nodes prove, once they prove the transfer', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, 8n, { units: units * 1_000n, isProven: false })
    await sandbox.poll(id)
    sandbox.transfers = []
    const part = units / 2n
    sandbox.sent(payee, 8n, { hash, units: part })
    await sandbox.poll(id)
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ hash, units: part, isProven: true }])
    sandbox.answer(id, hash, 'part')
    expect(sandbox.record(id).refunds).toMatchObject([{ hash, units: part }])
  })

  it('shows that the nodes prove it once they do', async () => {
    const id = sandbox.failed()
    const hash = sandbox.sent(payee, 8n, { units: units / 2n, isProven: false })
    await sandbox.poll(id)
    prove()
    await sandbox.poll(id)
    expect(readOpenRefunds(sandbox.context.ledger, id)).toMatchObject([{ hash, isProven: true }])
  })
})
