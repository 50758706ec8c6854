import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('an offer that cannot be paid', () => {
  it('in a dialect that names only the price says so', async () => {
    const till = await sandbox.till({ profile: { quoteDialect: 'alternate' }, funded: false })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer).toMatchObject({ payment: null, problems: [{ problem: 'price-only', blocking: true }] })
    const details = { reason: 'unpayable', problem: 'price-only' }
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused', details })
  })

  it('names each missing part: wallet, coins, network, requests or permission', async () => {
    const till = await sandbox.till({ funded: false, profile: { requestsPerHour: 20 } })
    const problems = async (): Promise<string[]> =>
      (await till.quote('harbour', 'usdc')).problems.map(({ problem, blocking }) => `${problem} ${blocking}`)
    expect(await problems()).toEqual(['insufficient-token true', 'insufficient-gas true'])
    till.tamper.fees = async () => Promise.reject(new AppError('network-unreachable', 'Away'))
    expect(await problems()).toEqual(['balance-unknown true'])
    delete till.tamper.fees
    till.state.stopped = 'ledger-unsafe'
    expect((await problems()).at(-1)).toBe('paying-stopped true')
    till.state.stopped = null
    const { wallet } = till.context
    Object.assign(till.context, { wallet: { ...wallet, address: () => null } })
    expect(await problems()).toEqual(['request-refused true'])
    Object.assign(till.context, { wallet })
    for (let left = till.service.budget.view().left; left > 1; left--) till.service.budget.take('registration')
    expect((await problems()).at(-1)).toBe('budget-short true')
  })

  it('below or above the token’s bounds says so', async () => {
    const till = await sandbox.till()
    const honest = till.choice('harbour', 'usdc')
    for (const bounds of [{ minAllowance: '5.2' }, { maxAllowance: '5' }]) {
      const choice = { ...honest, token: { ...honest.token, ...bounds } }
      const offer = await till.purchases.quote(till.service, choice, null)
      expect(offer.problems).toEqual([{ problem: 'allowance-bounds', blocking: true, detail: null }])
      await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    }
  })
})
