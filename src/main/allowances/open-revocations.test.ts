import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { AllowancesView } from '../../shared/allowances/views.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import {
  newestRevocation,
  openTestAllowances,
  withAllowance,
  type TestAllowances,
} from '../../testing/allowances/open-test-allowances.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const silent = (): Promise<never> => Promise.reject(new AppError('network-unreachable', 'Silent'))

interface Revoking {
  readonly till: TestTill
  readonly fixture: TestAllowances
  /** The allowance's id. */
  readonly id: string
  readonly revocation: string
}

/** The open revocation of an allowance that no purchase approved; no block includes it. */
async function revoking(): Promise<Revoking> {
  const { till, fixture, id } = await withAllowance(sandbox)
  await sandbox.control('chains/harbour', { action: 'pause-mining' })
  await fixture.revoke(id)
  return { till, fixture, id, revocation: (await newestRevocation(sandbox, till)).id }
}

/** Starts a new process, which has read nothing yet. */
function restart(till: TestTill): TestAllowances {
  till.kill()
  till.restart()
  return openTestAllowances(till, till.listed.networks)
}

const rowsOf = (views: AllowancesView) => views.flatMap(({ allowances }) => allowances)
const shown = (views: AllowancesView): unknown =>
  views.map(({ key, allowances, error }) => [
    key,
    error,
    allowances.map(({ id, amount, tokenSymbol, revoking: one }) => [id, amount, tokenSymbol, one?.id]),
  ])

it('stays listed with an unknown amount while its network is silent, also after a restart', async () => {
  const { till, fixture, id, revocation } = await revoking()
  till.tamper.instance = silent
  const listed = [['harbour', 'network-unreachable', [[id, null, 'USDC', revocation]]]]
  expect(shown(await fixture.allowances.list(true))).toEqual(listed)
  const risen = restart(till)
  expect(shown(await risen.allowances.list(true))).toEqual(listed)
})

it('has one row under one key, whether its network answers or not', async () => {
  const { till, fixture, id, revocation } = await revoking()
  const answering = await fixture.allowances.list(true)
  expect(shown(answering)).toEqual([['harbour', null, [[id, '20', 'USDC', revocation]]]])
  till.tamper.instance = silent
  const [row] = (await fixture.allowances.list(true)).map(({ key, allowances }) => [
    key,
    allowances.map((one) => one.id),
  ])
  expect(row).toEqual(['harbour', [id]])
  delete till.tamper.instance
  expect(shown(await fixture.allowances.list(true))).toEqual(shown(answering))
})

it('has one row although an earlier one of the same allowance is open again', async () => {
  const { till, fixture, id, revocation } = await revoking()
  const earlier = randomUUID()
  till.ledger.prepare("INSERT INTO intents VALUES (?, 'revocation')").run(earlier)
  for (const [table, key] of [
    ['steps', 'intent_id'],
    ['revocations', 'id'],
  ] as const) {
    const row = till.ledger.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`).get(revocation) as object
    const columns = Object.keys(row)
    const before = table === 'revocations' ? { rowid: 0, created_at: 0 } : { nonce: 0 }
    const names = [...new Set([...columns, ...Object.keys(before)])]
    till.ledger
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`)
      .run({ ...row, ...before, [key]: earlier })
  }
  till.tamper.instance = silent
  expect(shown(await fixture.allowances.list(true))).toEqual([
    ['harbour', 'network-unreachable', [[id, null, 'USDC', revocation]]],
  ])
})

it('stays listed where no service in use lists its network, under the short address of its coin', async () => {
  const { till, fixture, id, revocation } = await revoking()
  till.listed.networks = []
  const [instance = ''] = id.split(' ')
  const symbol = expect.stringMatching(/^0x\w{4}…\w{4}$/) as string
  expect(shown(await fixture.allowances.list(true))).toEqual([[instance, null, [[id, null, symbol, revocation]]]])
  till.tamper.instance = silent
  expect(shown(await restart(till).allowances.list(true))).toEqual([
    [instance, 'network-unreachable', [[id, null, symbol, revocation]]],
  ])
})

it('stays listed on a network that was reset', async () => {
  const { till, fixture, id, revocation } = await revoking()
  till.tamper.instance = async () => '913370101:0xanew'
  till.tamper.approvalsBy = async () => []
  const [instance = ''] = id.split(' ')
  expect(shown(await fixture.allowances.list(true))).toEqual([
    ['harbour', null, []],
    [instance, 'network-mismatch', [[id, null, 'USDC', revocation]]],
  ])
})

const damaged = { code: 'not-allowed', details: { reason: 'revocation-damaged' } }

it('hides no allowance if its record is damaged', async () => {
  const { till, fixture, id, revocation } = await revoking()
  till.ledger.prepare("UPDATE revocations SET network = '{' WHERE id = ?").run(revocation)
  expect(shown(await fixture.allowances.list(true))).toEqual([['harbour', null, [[id, '20', 'USDC', undefined]]]])
  await expect(fixture.allowances.offer(id)).rejects.toMatchObject(damaged)
  till.tamper.instance = silent
  expect(shown(await fixture.allowances.list(true))).toEqual([['harbour', 'network-unreachable', []]])
})

it('can be made again once the nonce of a damaged one is used, and the allowance is still there', async () => {
  const { till, fixture, id, revocation } = await revoking()
  const { step } = await newestRevocation(sandbox, till)
  till.ledger.prepare("UPDATE revocations SET network = '{' WHERE id = ?").run(revocation)
  await fixture.allowances.list(true)
  await expect(fixture.allowances.offer(id)).rejects.toMatchObject(damaged)
  const chain = till.chain('harbour')
  till.tamper.nonces = async (account) => ({ ...(await chain.nonces(account)), mined: step.nonce + 1 })
  await fixture.revoke(id)
  const again = await newestRevocation(sandbox, till)
  expect(again.id).not.toBe(revocation)
  expect(again.step.nonce).toBe(step.nonce + 1)
})

it('reports the trouble of its network at once, without a request to it', async () => {
  const { till, fixture } = await revoking()
  await fixture.allowances.list(true)
  till.tamper.trouble = () => ({ what: 'silent', since: 0 })
  fixture.allowances.networkChanged()
  expect(fixture.emitted().at(-1)?.[0]?.allowances).toMatchObject([
    { revoking: { networkTrouble: { what: 'silent' } } },
  ])
})

it('belongs to its account’s list only, and no event shows it to another account', async () => {
  const { till, fixture } = await revoking()
  const { wallet } = till.context
  const other = newAddress()
  await fixture.allowances.list(true)
  const before = fixture.emitted().length
  fixture.allowances.refresh()
  // That read has begun.
  Object.assign(till.context, { wallet: { ...wallet, address: () => other } })
  fixture.allowances.networkChanged()
  till.tamper.instance = silent
  expect(shown(await fixture.allowances.list(true))).toEqual([['harbour', 'network-unreachable', []]])
  expect(fixture.emitted().slice(before).flatMap(rowsOf)).toEqual([])
})

it('can be made again although nothing of a damaged one is readable, once the account signed on', async () => {
  const { till, fixture, id } = await revoking()
  const { step } = await newestRevocation(sandbox, till)
  till.ledger.pragma('ignore_check_constraints = ON')
  till.ledger.prepare("UPDATE steps SET state = 'damaged' WHERE nonce = ?").run(step.nonce)
  await fixture.allowances.list(true)
  const chain = till.chain('harbour')
  till.tamper.nonces = async (account) => ({ ...(await chain.nonces(account)), mined: step.nonce + 1 })
  await fixture.revoke(id)
})
