import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain, Outflow } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import { openTestLedgerFile } from '../../testing/db/open-test-ledger-file.ts'
import { assertFeeFunds, assertFunds, findFunds, findLacks } from './funds.ts'
import type { StepRecord } from './steps/step-record.ts'
import { insertBytes, insertIntent, insertStep, updateStep, type NewBytes } from './steps/step-repository.ts'
import { unseen } from '../../testing/engine/signed-step.ts'

const [from, token]: Address[] = [`0x${'1'.repeat(40)}`, `0x${'A'.repeat(40)}`]
const chainInstance = '7:0x0'

let folder: string
let ledger: WritableDb
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-funds-'))
  ledger = openTestLedgerFile(join(folder, 'ledger.db'))
})
afterEach(() => {
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

let nonce = 0
/** Stores a step, signed once with each of the given bytes. */
function sign(intentId: string, ...bytes: Pick<NewBytes, 'token' | 'spendsUnits' | 'maxFeeUnits'>[]): void {
  insertIntent(ledger, intentId, 'transfer')
  insertStep(ledger, { intentId, position: 0, kind: 'send', chainInstance, from: from ?? '0x', nonce: nonce++ })
  for (const [index, one] of bytes.entries()) {
    const hash: Hash = `0x${intentId}${index}`
    const purpose = index === 0 ? 'original' : 'speed-up'
    insertBytes(ledger, { intentId, position: 0, purpose, hash, raw: '0x02', signedAt: index, ...one })
  }
}
function move(intentId: string, from: StepRecord['state'], to: StepRecord['state'], blockNumber: bigint): void {
  updateStep(ledger, intentId, { position: 0, state: from }, { ...unseen, state: to, blockNumber })
}
const mine = (intentId: string, block: bigint): void => move(intentId, 'signed', 'mined', block)

const chain = { nativeBalance: async () => 1_000n, tokenBalance: async () => 500n } as unknown as Chain
const find = (of: Address | null = token ?? null) => findFunds(ledger, chain, chainInstance, from ?? '0x', of)

describe('the funds of an account', () => {
  it('are its balances minus the tokens, native coins and fees of everything signed and not mined', async () => {
    expect(await find()).toEqual({ token: 500n, native: 1_000n })
    sign('a', { token: token ?? null, spendsUnits: 30n, maxFeeUnits: 7n })
    sign('b', { token: null, spendsUnits: 200n, maxFeeUnits: 11n })
    expect(await find()).toEqual({ token: 470n, native: 782n })
    expect(await find(null)).toEqual({ token: 782n, native: 782n })
    mine('b', 8n)
    expect(await find()).toEqual({ token: 470n, native: 993n })
  })

  it('exclude what is mined until it is final, if a server may be behind its block', async () => {
    const calls: Outflow[] = []
    const behind = {
      async nativeBalance(_: Address, spent: Outflow) {
        calls.push(spent)
        return 1_000n
      },
      async tokenBalance(_: Address, __: Address, spent: Outflow) {
        calls.push(spent)
        return 500n
      },
    } as unknown as Chain
    sign('a', { token: token ?? null, spendsUnits: 30n, maxFeeUnits: 7n })
    sign('b', { token: null, spendsUnits: 200n, maxFeeUnits: 11n })
    sign('c', { token: token ?? null, spendsUnits: 60n, maxFeeUnits: 5n })
    mine('a', 8n)
    mine('b', 9n)
    expect(await findFunds(ledger, behind, chainInstance, from ?? '0x', token ?? null)).toEqual({
      token: 440n,
      native: 995n,
    })
    expect(calls).toEqual([
      [
        { units: 7n, block: 8n },
        { units: 211n, block: 9n },
      ],
      [{ units: 30n, block: 8n }],
    ])
    move('a', 'mined', 'confirmed', 8n)
    move('a', 'confirmed', 'final', 8n)
    await findFunds(ledger, behind, chainInstance, from ?? '0x', token ?? null)
    await findFunds(ledger, behind, '8:0x0', from ?? '0x', token ?? null)
    expect(calls.slice(2)).toEqual([[{ units: 211n, block: 9n }], [], [], []])
    const payer = { chain: behind, chainInstance, from: from ?? '0x', nativeSymbol: 'ETH', replaces: 'b' } as const
    await assertFeeFunds(ledger, payer, 1n)
    expect(calls.at(-1)).toEqual([{ units: 211n, block: 9n }])
  })

  it('keep the reserve of a payment that is mined during the read', async () => {
    sign('a', { token: token ?? null, spendsUnits: 30n, maxFeeUnits: 7n })
    const meanwhile = {
      tokenBalance: async () => 500n,
      nativeBalance: async () => {
        mine('a', 8n)
        return 1_000n
      },
    } as unknown as Chain
    expect(await findFunds(ledger, meanwhile, chainInstance, from ?? '0x', token ?? null)).toEqual({
      token: 470n,
      native: 993n,
    })
  })

  it('read no token for the native coin', async () => {
    const tokenless = { ...chain, tokenBalance: () => Promise.reject(new Error('Asked')) } as unknown as Chain
    expect(await findFunds(ledger, tokenless, chainInstance, from ?? '0x', null)).toEqual({
      token: 1_000n,
      native: 1_000n,
    })
  })

  it('count the highest amount of any of several bytes for one step', async () => {
    const payment = { token: token ?? null, spendsUnits: 30n, maxFeeUnits: 7n }
    sign('a', payment, { ...payment, maxFeeUnits: 9n }, { ...payment, spendsUnits: 0n, maxFeeUnits: 8n })
    expect(await find()).toEqual({ token: 470n, native: 991n })
  })

  it('cover a fee if they cover it and everything else except what it replaces', async () => {
    sign('a', { token: null, spendsUnits: 100n, maxFeeUnits: 100n })
    sign('b', { token: token ?? null, spendsUnits: 5n, maxFeeUnits: 300n })
    const payer = { chain, chainInstance, from: from ?? '0x', nativeSymbol: 'ETH', replaces: 'a' } as const
    await expect(assertFeeFunds(ledger, payer, 700n)).resolves.toBeUndefined()
    await expect(assertFeeFunds(ledger, payer, 701n)).rejects.toMatchObject({
      code: 'insufficient-gas',
      details: { amount: '0.000000000000000001', symbol: 'ETH' },
    })
    await expect(assertFeeFunds(ledger, { ...payer, replaces: null }, 501n)).rejects.toMatchObject({
      code: 'insufficient-gas',
    })
  })
})

describe('what is missing', () => {
  const usdc = { token: token ?? null, symbol: 'USDC', decimals: 6 }
  const ether = { token: null, symbol: 'ETH', decimals: 18 }
  const spend = { coin: usdc, units: 5_100_000n, fee: 30n }

  it('is listed for token and fee, also if both are one coin', () => {
    expect(findLacks(spend, { token: 5_000_000n, native: 10n })).toEqual([
      { problem: 'insufficient-token', blocking: true, detail: '0.1' },
      { problem: 'insufficient-gas', blocking: true, detail: '0.00000000000000002' },
    ])
    const native = { coin: ether, units: 5_100_000n, fee: 11n }
    expect(findLacks(native, { token: 5_100_010n, native: 5_100_010n })).toMatchObject([
      { problem: 'insufficient-gas', detail: '0.000000000000000001' },
    ])
    expect(findLacks(spend, { token: 5_100_000n, native: 30n })).toEqual([])
  })

  it('is thrown with the name of its coin', () => {
    const short = (funds: { token: bigint; native: bigint }) => (): void => assertFunds(spend, funds, 'POL')
    const error = (code: string, amount: string, symbol: string): unknown =>
      expect.objectContaining({ code, details: { amount, symbol } })
    expect(short({ token: 0n, native: 0n })).toThrow(error('insufficient-token', '5.1', 'USDC') as Error)
    const fee = error('insufficient-gas', '0.00000000000000003', 'POL') as Error
    expect(short({ token: 5_100_000n, native: 0n })).toThrow(fee)
    expect(short({ token: 5_100_000n, native: 30n })).not.toThrow()
  })
})
