import { RpcRequestError } from 'viem'
import { expect, it } from 'vitest'
import { agreedRefusal, readSendError, type SendAnswer } from './read-send-error.ts'

const read = (message: string, code = -32_000): SendAnswer =>
  readSendError(new RpcRequestError({ body: {}, url: 'https://node.example', error: { code, message } }))

it.each<[string, SendAnswer]>([
  ['already known', 'taken'],
  ['AlreadyKnown', 'taken'],
  ['Known transaction', 'taken'],
  ['Known transaction: 0x41086a3b460b78af728bc64193dc5de73db2b8000c527e88842e6029501e58d0', 'taken'],
  ['transaction already imported', 'taken'],
  ['existing txn with same hash', 'taken'],
  ['existing tx with same hash', 'taken'],
  ['unknown transaction', 'unclear'],
  ['nonce too low: next nonce 7, tx nonce 5', 'unclear'],
  ['OldNonce, Current nonce: 7', 'unclear'],
  ["the tx doesn't have the correct nonce. account has nonce of: 5 tx has nonce of: 2", 'unclear'],
  ['nonce too high: address 0x1, tx: 9 state: 7', 'waits-for-earlier'],
  ['in-flight transaction limit reached for delegated accounts', 'waits-for-earlier'],
  ['gapped-nonce tx from delegated accounts', 'waits-for-earlier'],
  ['replacement transaction underpriced', 'replacement-too-low'],
  ['could not replace existing tx', 'replacement-too-low'],
  ['ReplacementNotAllowed', 'replacement-too-low'],
  ['transaction underpriced: gas tip cap 1, minimum needed 1000000000', 'fee-too-low'],
  ['transaction gas price below minimum: gas tip cap 1, minimum needed 25000000000', 'fee-too-low'],
  ['FeeTooLow, MaxFeePerGas too low', 'fee-too-low'],
  ['Gas price below configured minimum gas price', 'fee-too-low'],
  ['max fee per gas less than block base fee: address 0x1', 'fee-too-low'],
  ['Gas price too low', 'fee-too-low'],
  ['insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1', 'insufficient-funds'],
  ['invalid transaction: insufficient funds for l1fee + gas * price + value', 'insufficient-funds'],
  ['Upfront cost exceeds account balance', 'insufficient-funds'],
  ['Insufficient funds', 'insufficient-funds'],
  [
    "Sender doesn't have enough funds to send tx. The max upfront cost is: 2 and the sender's balance is: 1.",
    'insufficient-funds',
  ],
  ['intrinsic gas too low: gas 100, minimum needed 21000', 'gas-too-low'],
  ['insufficient gas for floor data gas cost', 'gas-too-low'],
  ['InsufficientFunds', 'insufficient-funds'],
  ['exceeds balance', 'insufficient-funds'],
  ['IntrinsicGas', 'gas-too-low'],
  ['exceeds block gas limit', 'gas-too-high'],
  ['gas limit too high', 'gas-too-high'],
  ['gas limit is too high', 'gas-too-high'],
  ['above the cap of the gas limit', 'gas-too-high'],
  ['gas limit 9 above the max', 'gas-too-high'],
  ['Transaction requires at least 21000 gas but got 20000', 'gas-too-low'],
  ['intrinsic gas too high -- tx.gas_limit > env.block.gas_limit', 'gas-too-high'],
  ['Transaction gas limit is 20000000 and exceeds transaction gas cap of 16777216', 'gas-too-high'],
  ['Transaction gas limit exceeds block gas limit', 'gas-too-high'],
  ['transaction gas limit too high (cap: 16777216, tx: 20000000)', 'gas-too-high'],
  ['tx fee (2 ether) exceeds the configured cap (1.00 ether)', 'fee-above-node-cap'],
  ['txpool is full', 'network-busy'],
  ['sequencer pending tx pool full, please try again', 'network-busy'],
  ['internal error', 'unclear'],
])('"%s" is %s, whatever its code', (message, meaning) => {
  expect([-32_000, -32_003, -32_005].map((code) => read(message, code))).toEqual([meaning, meaning, meaning])
})

it('one node that took it outweighs every refusal, and what says nothing is no refusal', () => {
  expect(agreedRefusal(['fee-too-low', 'taken'])).toBeNull()
  expect(agreedRefusal(['unclear', 'fee-too-low'])).toBe('fee-too-low')
  expect(agreedRefusal(['unclear'])).toBeNull()
  expect(readSendError(new Error('broken'))).toBe('unclear')
})
