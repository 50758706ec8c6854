import { encodeFunctionData, erc20Abi, parseAbi, type Address } from 'viem'
import { expect, it } from 'vitest'
import { checkTask } from './check-task.ts'
import type { SigningTask } from './vault-messages.ts'

const [token, recipient, other, from] = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}` as Address) as [
  Address,
  Address,
  Address,
  Address,
]
const calls = (to: Address, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
const task = (
  transaction: Partial<SigningTask['transaction']>,
  sends: NonNullable<SigningTask['expected']['sends']>,
): SigningTask => ({
  transaction: { type: 'eip1559', chainId: 7, nonce: 3, ...transaction },
  expected: { chainId: 7, nonce: 3, to: sends.token ?? sends.recipient, from, sends },
})
const coins = { token, recipient, units: 5n }
const own = { token: null, recipient, units: 5n }

const permission = { token, spender: recipient, units: 5n }
const permitting = (
  transaction: Partial<SigningTask['transaction']>,
  approves?: NonNullable<SigningTask['expected']['approves']>,
): SigningTask => ({
  transaction: { type: 'eip1559', chainId: 7, nonce: 3, to: token, ...transaction },
  expected: { chainId: 7, nonce: 3, to: token, from, ...(approves && { approves }) },
})
const approval = (spender: Address, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] })

it('accepts exactly the authorized allowance, and a call without an expected transfer or allowance', () => {
  expect(() => checkTask(permitting({ data: approval(recipient, 5n) }, permission))).not.toThrow()
  expect(() => checkTask(permitting({ data: approval(recipient, 0n) }, { ...permission, units: 0n }))).not.toThrow()
  expect(() => checkTask(permitting({ data: '0x12345678' }))).not.toThrow()
  expect(() => checkTask(permitting({}))).not.toThrow()
})

const withdrawal = parseAbi(['function withdrawERC20Refund(uint256 serviceID, uint256 recordId)'])
const sumWithdrawal = parseAbi(['function withdrawERC20Refund(uint256 serviceID, address token, address refundee)'])
const byRecord = (recordId: bigint) => encodeFunctionData({ abi: withdrawal, args: [7n, recordId] })
const asSum = (refundee: Address) => encodeFunctionData({ abi: sumWithdrawal, args: [7n, token, refundee] })
const claiming = (
  transaction: Partial<SigningTask['transaction']>,
  claims?: NonNullable<SigningTask['expected']['claims']>,
): SigningTask => ({
  transaction: { type: 'eip1559', chainId: 7, nonce: 3, to: other, ...transaction },
  expected: { chainId: 7, nonce: 3, to: other, from, ...(claims && { claims }) },
})
const record = { router: other, serviceId: 7n, recordId: 5n }
const sum = { router: other, serviceId: 7n, token, refundee: from }

it('accepts exactly the authorized claim, of a record and of the account’s own sum', () => {
  expect(() => checkTask(claiming({ data: byRecord(5n) }, record))).not.toThrow()
  expect(() => checkTask(claiming({ data: asSum(from) }, sum))).not.toThrow()
})

it('accepts exactly the authorized transfer, of a token and of the native coin', () => {
  expect(() => checkTask(task({ to: token, data: calls(recipient, 5n) }, coins))).not.toThrow()
  expect(() => checkTask(task({ to: recipient, value: 5n }, own))).not.toThrow()
})

it.each<[string, SigningTask]>([
  ['another recipient', task({ to: token, data: calls(other, 5n) }, coins)],
  ['another amount', task({ to: token, data: calls(recipient, 6n) }, coins)],
  ['extra native coins', task({ to: token, data: calls(recipient, 5n), value: 1n }, coins)],
  ['extra bytes after the call', task({ to: token, data: `${calls(recipient, 5n)}00` }, coins)],
  ['another call', task({ to: token, data: '0x095ea7b3' }, coins)],
  ['data with the native coin', task({ to: recipient, value: 5n, data: '0x00' }, own)],
  ['another amount of the native coin', task({ to: recipient, value: 6n }, own)],
  ['an allowance for somebody else', permitting({ data: approval(other, 5n) }, permission)],
  ['a larger allowance', permitting({ data: approval(recipient, 6n) }, permission)],
  ['a transfer instead of an approval', permitting({ data: calls(recipient, 5n) }, permission)],
  ['native coins with an approval', permitting({ data: approval(recipient, 5n), value: 1n }, permission)],
  ['the claim of another record', claiming({ data: byRecord(6n) }, record)],
  ['a sum instead of a record', claiming({ data: asSum(from) }, record)],
  ['a sum for somebody else', claiming({ data: asSum(recipient) }, { ...sum, refundee: recipient })],
  ['another sum than expected', claiming({ data: asSum(recipient) }, sum)],
  ['native coins with a claim', claiming({ data: byRecord(5n), value: 1n }, record)],
  ['a claim from another contract', claiming({ data: byRecord(5n) }, { ...record, router: recipient })],
  ['an unexpected claim', claiming({ data: byRecord(5n) })],
  ['an unexpected sum', claiming({ data: asSum(from) })],
  ['an unexpected approval', permitting({ data: approval(recipient, 5n) })],
  ['an unexpected approval, in capital letters', permitting({ data: '0x095EA7B3' })],
  ['an unexpected transfer', permitting({ data: calls(recipient, 5n) })],
  ['unexpected native coins', permitting({ value: 1n })],
  [
    'another nonce',
    { ...task({ to: recipient, value: 5n }, own), transaction: { chainId: 7, nonce: 4, to: recipient, value: 5n } },
  ],
])('refuses %s', (_what, wrong) => {
  expect(() => checkTask(wrong)).toThrow(expect.objectContaining({ code: 'quote-refused' }))
})
