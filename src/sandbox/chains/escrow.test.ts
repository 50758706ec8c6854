import { encodeFunctionData, parseEventLogs, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../start-sandbox.ts'
import { tokenAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { escrowAbi, withdrawnV1, withdrawnV1_1 } from './escrow-abi.ts'
import { upgradeCalls, type Escrow, type Generation } from './escrow.ts'

const SERVICE = 7n
const status = { failed: 0, success: 1, pending: 2, refunded: 3 }
const beneficiary: Address = `0x${'be'.repeat(20)}`

let sandbox: Sandbox
let chain: Chain
let escrow: Escrow
let payer: Address
let payers = 0
beforeAll(async () => {
  sandbox = await startSandbox()
  const found = sandbox.service.chains.find(({ network }) => network.key === 'meadow')
  if (!found?.contracts.escrow) throw new Error('Meadow has no escrow')
  chain = found
  escrow = found.contracts.escrow
  await chain.client.setAutomine(true)
  await as(chain.treasury, escrow.registry, 'putService', [SERVICE, beneficiary, chain.treasury, 150])
  await as(chain.treasury, escrow.registry, 'addRef', [SERVICE, 'ref-1'])
  await as(chain.treasury, escrow.tokenRegistry, 'putToken', [token('USDC'), true, 0])
  await as(chain.treasury, escrow.tokenRegistry, 'putToken', [token('USDT'), true, 30])
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  payer = `0x${(++payers).toString(16).padStart(40, 'a')}`
  for (const symbol of ['USDC', 'USDT'] as const) await as(chain.minter, token(symbol), 'mint', [payer, 1_000_000_000n])
})

const token = (symbol: 'USDC' | 'USDT' | 'DAI'): Address => chain.contracts.tokens.get(symbol) ?? '0x'
const abi = [...escrowAbi, ...tokenAbi] as const
const call = (name: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName: name, args } as unknown as Parameters<typeof encodeFunctionData>[0])

/** Calls a contract from any account and returns the receipt; throws the contract's error where it reverts. */
async function as(account: Address, to: Address, name: string, args: readonly unknown[]) {
  const { client } = chain
  await client.setBalance({ address: account, value: 10n ** 20n })
  await client.impersonateAccount({ address: account })
  await client.simulateContract({ address: to, abi, functionName: name, args, account } as never)
  const hash = await client.sendTransaction({ account, to, data: call(name, args), gas: 900_000n })
  return client.waitForTransactionReceipt({ hash })
}
const read = <T>(address: Address, functionName: string, args: readonly unknown[]): Promise<T> =>
  chain.client.readContract({ address, abi, functionName, args } as never) as Promise<T>
const balanceOf = (owner: Address, symbol: 'USDC' | 'USDT' = 'USDC') =>
  read<bigint>(token(symbol), 'balanceOf', [owner])

const request = (changes: object = {}) => ({
  payer,
  fiatAmount: 10_000n,
  serviceRef: 'ref-1',
  token: token('USDC'),
  tokenAmount: 10_000_001n,
  ...changes,
})
const pay = (changes: object = {}) => as(payer, escrow.router, 'requestERC20Service', [SERVICE, request(changes)])
/** 1.5 % of 10.000001, rounded up. */
const total = 10_000_001n + 150_001n

/** Pays once more and returns the record's id. */
async function deposit(): Promise<bigint> {
  await as(payer, token('USDC'), 'approve', [escrow.router, total])
  const { logs } = await pay()
  const [received] = parseEventLogs({ abi: escrowAbi, eventName: 'ERC20DepositReceived', logs })
  return received?.args.record.id ?? 0n
}
const decide = (id: bigint, outcome: keyof typeof status, service = SERVICE) =>
  as(chain.treasury, escrow.manager, 'registerERC20Fulfillment', [
    service,
    { id, externalID: 'x', receiptURI: 'https://receipt.example', status: status[outcome] },
  ])
const waiting = () => read<bigint>(escrow.vault, 'getERC20RefundsFor', [token('USDC'), payer, SERVICE])
const statusOf = async (id: bigint) => (await read<{ status: number }>(escrow.vault, 'record', [id])).status
const withdraw = (...args: unknown[]) => as(payer, escrow.router, 'withdrawERC20Refund', args)
const withdrawSum = (refundee = payer) => withdraw(SERVICE, token('USDC'), refundee)
async function upgrade(generation: Generation): Promise<void> {
  await chain.client.impersonateAccount({ address: chain.treasury })
  for (const { to, data } of upgradeCalls(escrow, generation)) {
    const hash = await chain.client.sendTransaction({ account: chain.treasury, to, data })
    await chain.client.waitForTransactionReceipt({ hash })
  }
}

describe.each(['1', '1.1'] as const)('a payment through the escrow of generation %s', (generation) => {
  beforeAll(() => upgrade(generation))

  it('moves amount and fee from the payer straight to the vault, and leaves a pending record', async () => {
    await as(payer, token('USDC'), 'approve', [escrow.router, total])
    const before = await balanceOf(escrow.vault)
    const receipt = await pay()
    expect(parseEventLogs({ abi: tokenAbi, eventName: 'Transfer', logs: receipt.logs })).toMatchObject([
      { args: { from: expect.stringMatching(new RegExp(payer, 'i')) as string, to: escrow.vault, value: total } },
    ])
    expect((await balanceOf(escrow.vault)) - before).toBe(total)
    const events = parseEventLogs({ abi: escrowAbi, logs: receipt.logs })
    expect(events.map(({ eventName, address }) => [eventName, address.toLowerCase()])).toEqual([
      ['ERC20DepositReceived', escrow.vault.toLowerCase()],
      ['ERC20ServiceRequested', escrow.router.toLowerCase()],
    ])
    const [id] = await read<bigint[]>(escrow.vault, 'recordsOf', [payer])
    expect(await read(escrow.vault, 'record', [id])).toMatchObject({
      id,
      serviceRef: 'ref-1',
      tokenAmount: 10_000_001n,
      feeAmount: 150_001n,
      status: status.pending,
    })
    expect(await read(escrow.vault, 'getERC20DepositsFor', [token('USDC'), payer, SERVICE])).toBe(total)
  })

  it('costs the token’s own fee in addition to the service’s, each rounded up', async () => {
    const both = total + 30_001n
    await as(payer, token('USDT'), 'approve', [escrow.router, both])
    await pay({ token: token('USDT') })
    expect(await balanceOf(payer, 'USDT')).toBe(1_000_000_000n - both)
    expect(await read(token('USDT'), 'allowance', [payer, escrow.router])).toBe(0n)
  })

  it.each([
    ['PayerMismatch', () => ({ payer: beneficiary })],
    ['InsufficientAmount', () => ({ tokenAmount: 0n })],
    ['InvalidFiatAmount', () => ({ fiatAmount: 0n })],
    ['UnsupportedToken', () => ({ token: token('DAI') })],
    ['InvalidRef', () => ({ serviceRef: 'ref-2' })],
  ])('reverts with %s', async (error, changes) => {
    await expect(pay(changes())).rejects.toThrow(error)
  })

  it('is stopped by a pause, which stops nothing else', async () => {
    const id = await deposit()
    await as(chain.treasury, escrow.router, 'pause', [true])
    await expect(pay()).rejects.toThrow('EnforcedPause')
    await decide(id, 'failed')
    await (generation === '1' ? withdrawSum() : withdraw(SERVICE, id))
    await as(chain.treasury, escrow.router, 'pause', [false])
    expect(await balanceOf(payer)).toBe(1_000_000_000n)
  })

  it('belongs to the service once delivered, and is settled only once', async () => {
    const [id, before] = [await deposit(), await balanceOf(beneficiary)]
    await expect(
      as(payer, escrow.manager, 'registerERC20Fulfillment', [
        SERVICE,
        { id, externalID: '', receiptURI: '', status: 0 },
      ]),
    ).rejects.toThrow('OnlyBy')
    const { logs } = await decide(id, 'success')
    const traces = parseEventLogs({ abi: escrowAbi, eventName: 'ERC20FulfillmentRegistered', logs })
    expect(traces).toHaveLength(generation === '1' ? 0 : 1)
    await expect(decide(id, 'failed')).rejects.toThrow('NotPending')
    await expect(decide(999n, 'failed')).rejects.toThrow('NotPending')
    await as(chain.treasury, escrow.manager, 'releaseTo', [SERVICE, token('USDC')])
    expect((await balanceOf(beneficiary)) - before).toBe(total)
    expect([await statusOf(id), await statusOf(999n)]).toEqual([status.success, 0])
  })
})

describe('a refund of generation 1', () => {
  beforeAll(() => upgrade('1'))

  it('pays the whole waiting sum once, to the payer only, and leaves the record failed', async () => {
    const id = await deposit()
    await expect(withdrawSum()).rejects.toThrow('NoRefunds')
    const { logs } = await decide(id, 'failed')
    expect(parseEventLogs({ abi: escrowAbi, logs })).toMatchObject([
      { eventName: 'ERC20RefundAuthorized', args: { weiAmount: total } },
    ])
    expect(await waiting()).toBe(total)
    await expect(withdrawSum(beneficiary)).rejects.toThrow('PayerMismatch')
    const receipt = await withdrawSum()
    expect(parseEventLogs({ abi: withdrawnV1, logs: receipt.logs })).toMatchObject([{ args: { weiAmount: total } }])
    expect([await waiting(), await balanceOf(payer), await statusOf(id)]).toEqual([0n, 1_000_000_000n, status.failed])
    await expect(withdrawSum()).rejects.toThrow('NoRefunds')
  })

  it('is not authorized while an unclaimed one leaves no room for it', async () => {
    const [first, second] = [await deposit(), await deposit()]
    await decide(first, 'failed')
    await expect(decide(second, 'failed')).rejects.toThrow('RefundsTooBig')
    await withdrawSum()
    await decide(second, 'failed')
    await withdrawSum()
    expect(await balanceOf(payer)).toBe(1_000_000_000n)
  })
})

describe('a refund of generation 1.1', () => {
  beforeAll(() => upgrade('1.1'))

  it('pays one record, which becomes refunded', async () => {
    const [first, second] = [await deposit(), await deposit()]
    await decide(first, 'failed')
    await decide(second, 'failed')
    expect(await waiting()).toBe(2n * total)
    const { logs } = await withdraw(SERVICE, first)
    expect(parseEventLogs({ abi: withdrawnV1_1, logs })).toMatchObject([
      { args: { weiAmount: total, recordId: first } },
    ])
    expect([await statusOf(first), await statusOf(second), await waiting()]).toEqual([3, 0, total])
  })

  it('ignores the status: a record withdrawn twice uses up another’s refund, which then stays failed forever', async () => {
    const [first, second] = [await deposit(), await deposit()]
    await decide(first, 'failed')
    await decide(second, 'failed')
    await withdraw(SERVICE, first)
    await withdraw(SERVICE, first)
    expect([await statusOf(second), await waiting()]).toEqual([status.failed, 0n])
    await expect(withdraw(SERVICE, second)).rejects.toThrow('NoRefunds')
  })

  it('is refused under another service’s id, and to anyone but its payer', async () => {
    const id = await deposit()
    await decide(id, 'failed')
    await expect(withdraw(8n, id)).rejects.toThrow('NoRefunds')
    await expect(as(beneficiary, escrow.router, 'withdrawERC20Refund', [SERVICE, id])).rejects.toThrow('PayerMismatch')
    await expect(as(payer, escrow.vault, 'withdraw', [SERVICE, id, payer])).rejects.toThrow()
  })

  it('that was authorized before the upgrade is withdrawn by record', async () => {
    await upgrade('1')
    const id = await deposit()
    await decide(id, 'failed')
    await upgrade('1.1')
    await withdraw(SERVICE, id)
    expect([await balanceOf(payer), await statusOf(id)]).toEqual([1_000_000_000n, status.refunded])
  })
})
