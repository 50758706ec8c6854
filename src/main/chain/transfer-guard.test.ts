import {
  encodeFunctionData,
  erc20Abi,
  recoverTransactionAddress,
  serializeTransaction,
  zeroAddress,
  type Address,
  type Hex,
  type TransactionSerializedLegacy,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Transfer } from './chain.ts'
import type { Judgement } from './payment-guard.ts'
import { transferCall } from './plan-transfer.ts'
import { judgeSigned, judgeTransfer, type TransferBounds } from './transfer-guard.ts'

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
  it('decodes exactly what was meant out of the bytes', () => {
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
    ['another recipient of the own coin', () => judge({ to: other }, native), 'bad-recipient'],
    ['another amount', () => judge({ data: data(recipient, 5_000_001n) }), 'wrong-amount'],
    ['another amount of the own coin', () => judge({ value: 8n }, native), 'wrong-amount'],
    ['another token', () => judge({ to: other }), 'wrong-token'],
    ['coins on the side', () => judge({ value: 1n }), 'wrong-value'],
    ['data beside the own coin', () => judge({ data: '0x00' }, native), 'unknown-call'],
    ['another call', () => judge({ data: `0x095ea7b3${data(recipient, 5_000_000n).slice(10)}` }), 'unknown-call'],
    ['more behind the call', () => judge({ data: `${data(recipient, 5_000_000n)}00` }), 'not-canonical'],
    [
      'dirt above the address',
      () => judge({ data: data(recipient, 5_000_000n).replace('000000000000', '010000000000') as Hex }),
      'not-canonical',
    ],
    ['another chain', () => judge({}, coins, 1), 'wrong-chain'],
    ['too much gas', () => judge({ gas: 2_000_001n }), 'gas-too-high'],
    ['a fee far above the network’s', () => judge({ maxFeePerGas: 20_000_000_001n }), 'fee-too-high'],
    ['a tip above the fee', () => judge({ maxPriorityFeePerGas: 3_000_000_000n }), 'fee-contradiction'],
    ['nothing', () => judge({}, { ...coins, units: 0n }), 'wrong-amount'],
    ['nobody', () => judge({}, { ...native, recipient: zeroAddress }), 'bad-recipient'],
    ['nobody, of a token', () => judge({}, { ...coins, recipient: zeroAddress }), 'bad-recipient'],
    ['the account itself', () => judge({}, { ...native, recipient: account.address }), 'bad-recipient'],
    ['the token’s own contract', () => judge({}, { ...coins, recipient: token }), 'bad-recipient'],
  ])('refuses %s', (_what, refused, reason) => expect(refused()).toEqual({ ok: false, reason }))
})

describe('signed bytes', () => {
  const sign = (changes: Record<string, unknown> = {}, transfer = coins): Promise<Hex> =>
    account.signTransaction({ type: 'eip1559', chainId: 71001, nonce: 3, ...step(transfer), ...changes })

  it('pass where they are exactly the transfer that was meant', async () => {
    expect(judgeSigned(await sign(), bounds(coins))).toMatchObject({
      ok: true,
      effect: { recipient, amount: 5_000_000n, gas: 60_000n, ...own },
    })
    expect(judgeSigned(await sign({}, native), bounds(native))).toMatchObject({ ok: true })
  })

  it('are refused where they make a contract, reach into storage, are of another kind, chain or amount, or can’t be read', async () => {
    const refused = async (raw: Hex | Promise<Hex>): Promise<unknown> => judgeSigned(await raw, bounds(coins))
    expect(await refused(sign({ to: undefined }))).toEqual({ ok: false, reason: 'malformed' })
    const accessList = [{ address: token, storageKeys: [] }]
    expect(await refused(sign({ accessList }))).toEqual({ ok: false, reason: 'malformed' })
    expect(await refused(sign({ gas: 2_000_001n }))).toEqual({ ok: false, reason: 'gas-too-high' })
    expect(await refused(sign({ maxFeePerGas: 20_000_000_001n }))).toEqual({ ok: false, reason: 'fee-too-high' })
    expect(await refused(sign({ chainId: 1 }))).toEqual({ ok: false, reason: 'wrong-chain' })
    expect(await refused(sign({}, { ...coins, units: 6n }))).toEqual({ ok: false, reason: 'wrong-amount' })
    const legacy = {
      type: 'legacy',
      chainId: 71001,
      nonce: 3,
      gasPrice: 1n,
      gas: 60_000n,
      ...transferCall(coins),
    } as const
    expect(await refused(serializeTransaction(legacy))).toEqual({ ok: false, reason: 'unknown-type' })
    // The example that EIP-155 itself gives.
    const example =
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83'
    const signer = await recoverTransactionAddress({ serializedTransaction: example as TransactionSerializedLegacy })
    expect(signer).toBe('0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F')
    expect(await refused(example)).toEqual({ ok: false, reason: 'unknown-type' })
    expect(await refused('0x02')).toEqual({ ok: false, reason: 'malformed' })
  })
})
