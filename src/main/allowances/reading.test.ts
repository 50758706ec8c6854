import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'
import { approveElsewhere, openTestAllowances, stranger } from '../../testing/allowances/open-test-allowances.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const nothingElse = { network: 'harbour', token: 'usdc', spender: stranger } as const
const silent = (): Promise<never> => Promise.reject(new AppError('network-unreachable', 'No'))

it('finds foreign allowances in the logs, with neither contract name nor purchase', async () => {
  const till = await sandbox.till()
  const fixture = openTestAllowances(till)
  expect(await fixture.allowances.list(true)).toMatchObject([
    { name: 'Harbour', allowances: [], error: null },
    { name: 'Meadow', allowances: [], error: null },
  ])
  await approveElsewhere(sandbox, till, { ...nothingElse, units: 2n ** 256n - 1n })
  expect(await fixture.single()).toMatchObject({
    tokenSymbol: 'USDC',
    spender: expect.stringMatching(/^0x7e7e/i),
    spenderName: null,
    unlimited: true,
    purchaseId: null,
    neededBy: null,
    revoking: null,
  })
  await approveElsewhere(sandbox, till, { ...nothingElse, units: 2n ** 255n - 1n })
  expect(await fixture.single()).toMatchObject({ unlimited: false })
  await approveElsewhere(sandbox, till, { ...nothingElse, units: 20_000_001n })
  expect(await fixture.single()).toMatchObject({ amount: '20.000001', unlimited: false })
  await approveElsewhere(sandbox, till, { ...nothingElse, units: 0n })
  expect(await fixture.list()).toEqual([])
})

it('knows a purchase’s allowance without logs, and shows an unreadable one as unknown, never 0', async () => {
  const till = await sandbox.till()
  const { id } = await till.buy('meadow', 'usdc')
  await till.delivered(id)
  expect(await openTestAllowances(till).list()).toEqual([])
  till.tamper.approvalsBy = silent
  const limited = openTestAllowances(till)
  expect(await limited.allowances.list(true)).toMatchObject([
    { name: 'Harbour', allowances: [], complete: false, error: null },
    { name: 'Meadow', allowances: [], complete: false, error: null },
  ])
  till.tamper.allowance = silent
  expect(await limited.single()).toMatchObject({ amount: null, unlimited: false, purchaseId: id })
  delete till.tamper.allowance
  till.tamper.instance = silent
  const views = await limited.allowances.list(true)
  expect(views).toMatchObject([
    { name: 'Harbour', allowances: [], error: 'network-unreachable' },
    { name: 'Meadow', allowances: [{ amount: null, purchaseId: id }], error: 'network-unreachable' },
  ])
})

it('polls a network that the service no longer lists, and forgets one that was reset', async () => {
  const till = await sandbox.till()
  const { id } = await till.buy('meadow', 'usdc')
  await till.delivered(id)
  const fixture = openTestAllowances(till, ['harbour'])
  till.tamper.allowance = async () => 5_000_000n
  const [row] = (await fixture.list()).filter(({ purchaseId }) => purchaseId === id)
  expect(row).toMatchObject({ amount: '5', spenderName: null })
  till.tamper.instance = async () => '913370102:0xanew'
  expect((await fixture.list()).filter(({ purchaseId }) => purchaseId === id)).toEqual([])
})

it('reads at most once in half a minute, and again on request', async () => {
  const till = await sandbox.till()
  const fixture = openTestAllowances(till, ['harbour'])
  await fixture.allowances.list(false)
  await approveElsewhere(sandbox, till, { ...nothingElse, units: 1n })
  expect((await fixture.allowances.list(false))[0]?.allowances).toEqual([])
  expect((await fixture.allowances.list(true))[0]?.allowances).toHaveLength(1)
  till.clock.monotonicSkewMs = 31_000
  await approveElsewhere(sandbox, till, { ...nothingElse, units: 0n })
  expect((await fixture.allowances.list(false))[0]?.allowances).toEqual([])
})
