import { encodeFunctionData, erc20Abi, zeroAddress, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Transfer } from '../chain.ts'
import type { Judgement } from './payment-guard.ts'
import { transferCall } from '../plan/plan-transfer.ts'
import { judgeTransfer, type TransferBounds } from './transfer-guard.ts'

const account = privateKeyToAccount(generatePrivateKey())
const token: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const recipient: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const own = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const coins: Transfer = { token, recipient, units: 5_000_000n }
const native: Transfer = { token: null, recipient, units: 7n }
const bounds = (transfer: Transfer): TransferBounds => ({ chainId: 71001, from: account.address, transfer, own })
const step = (transfer: Transfer) => ({ ...transferCall(transfer), ...own, gas: 60_000n })
const judge = (changes: Partial<ReturnType<typeof step>>, transfer = coins, chainId = 71001) =>
  judgeTransfer({ ...step(transfer), ...changes }, chainId, bounds(transfer))

describe('the guard of a transfer', () => {
  it('decodes exactly the intended transfer from the bytes', () => {
    expect(judge({})).toMatchObject({ ok: true, effect: { shape: 'transfer', recipient, token, amount: 5_000_000n } })
    expect(judge({}, native)).toMatchObject({
      ok: true,
      effect: { shape: 'native', recipient, token: null, amount: 7n },
    })
  })

  const other = '0x'.padEnd(42, '7') as Address
  const data = (to: Address, units: bigint): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  it.each<[string, () => Judgement, string]>([
    ['another recipient', () => judge({ data: data(other, 5_000_000n) }), 'bad-recipient'],
    ['another recipient of the native coin', () => judge({ to: other }, native), 'bad-recipient'],
    ['another amount', () => judge({ data: data(recipient, 5_000_001n) }), 'wrong-amount'],
    ['another amount of the native coin', () => judge({ value: 8n }, native), 'wrong-amount'],
    ['another token', () => judge({ to: other }), 'wrong-token'],
    ['extra native coins', () => judge({ value: 1n }), 'wrong-value'],
    ['data with the native coin', () => judge({ data: '0x00' }, native), 'unknown-call'],
    ['another call', () => judge({ data: `0x095ea7b3${data(recipient, 5_000_000n).slice(10)}` }), 'unknown-call'],
    ['extra bytes after the call', () => judge({ data: `${data(recipient, 5_000_000n)}00` }), 'not-canonical'],
    [
      'dirty bytes before the address',
      () => judge({ data: data(recipient, 5_000_000n).replace('000000000000', '010000000000') as Hex }),
      'not-canonical',
    ],
    ['another chain', () => judge({}, coins, 1), 'wrong-chain'],
    ['too much gas', () => judge({ gas: 2_000_001n }), 'gas-too-high'],
    ['a fee far above the network’s', () => judge({ maxFeePerGas: 20_000_000_001n }), 'fee-too-high'],
    ['a tip above the fee', () => judge({ maxPriorityFeePerGas: 3_000_000_000n }), 'fee-contradiction'],
    ['nothing', () => judge({}, { ...coins, units: 0n }), 'wrong-amount'],
    ['nobody', () => judge({}, { ...native, recipient: zeroAddress }), 'bad-recipient'],
    ['the zero address, of a token', () => judge({}, { ...coins, recipient: zeroAddress }), 'bad-recipient'],
    ['the account itself', () => judge({}, { ...native, recipient: account.address }), 'bad-recipient'],
    ['the token’s own contract', () => judge({}, { ...coins, recipient: token }), 'bad-recipient'],
  ])('refuses %s', (_what, refused, reason) => expect(refused()).toEqual({ ok: false, reason }))
})
