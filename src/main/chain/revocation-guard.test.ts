import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { approveCall } from './plan-payment.ts'
import { isSignedRevocation } from './revocation-guard.ts'

const account = privateKeyToAccount(generatePrivateKey())
const [token, spender, other] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [Address, Address, Address]
const own = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const call = approveCall({ token, spender, units: 0n })
const sign = (changes: Record<string, unknown> = {}): Promise<Hex> =>
  account.signTransaction({ type: 'eip1559', chainId: 71001, nonce: 3, ...call, ...own, gas: 60_000n, ...changes })
const approve = (to: Address, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, units] })
const isAllowed = (raw: Hex): boolean => isSignedRevocation(raw, { chainId: 71001, token, spender, own })

it('lets exactly the allowance that is taken back pass, up to the highest gas and fee', async () => {
  expect(isAllowed(await sign())).toBe(true)
  expect(isAllowed(await sign({ gas: 2_000_000n, maxFeePerGas: 20_000_000_000n }))).toBe(true)
})

it.each<[string, Record<string, unknown>]>([
  ['another contract', { data: approve(other, 0n) }],
  ['an amount', { data: approve(spender, 1n) }],
  ['another token', { to: other }],
  ['another call', { data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, 0n] }) }],
  ['more behind the call', { data: `${call.data}00` }],
  ['no call', { data: '0x' }],
  ['coins on the side', { value: 1n }],
  ['another chain', { chainId: 1 }],
  ['a contract being made', { to: undefined }],
  ['storage named ahead', { accessList: [{ address: token, storageKeys: [] }] }],
  ['too much gas', { gas: 2_000_001n }],
  ['a fee far above the network’s', { maxFeePerGas: 20_000_000_001n }],
  ['another kind', { type: 'legacy', gasPrice: 1n, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }],
])('refuses %s', async (_what, changes) => expect(isAllowed(await sign(changes))).toBe(false))

it('refuses bytes that cannot be read', () => expect(isAllowed('0x02')).toBe(false))
