import { decodeFunctionData, encodeFunctionResult, getAddress, type Address, type Hash, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { blockOf, openTestClient, Refusal } from '../../../../testing/chain/client.ts'
import { refundViews as abi } from '../../guard/escrow-abi.ts'
import { readEscrowRecord } from './read-escrow-record.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const hash: Hash = `0x${'1'.repeat(64)}`
const [payer, token, router, vault] = [address('a'), address('2'), address('3'), address('4')]
const question = { hash, blockNumber: 900n, router, vault, serviceId: 7n, payer, token, total: 508n }

/** A record of `payer`; the second in which the question's block was made is 900. */
const record = (id: bigint, entryTime: bigint, changes: object = {}) => ({
  id,
  serviceRef: 'ref',
  fulfiller: address('5'),
  token,
  externalID: '',
  payer,
  tokenAmount: 500n,
  feeAmount: 8n,
  fiatAmount: 100n,
  entryTime,
  receiptURI: '',
  status: 2,
  ...changes,
})

/** Reads from a node whose escrow has these records. */
function read(records: readonly ReturnType<typeof record>[], asked: Partial<typeof question> = {}) {
  const { client, calls } = openTestClient((method, [first]) => {
    if (method === 'eth_getBlockByNumber') return blockOf(Number(first))
    const { to, data } = first as { to: Address; data: Hex }
    if (to !== vault) throw new Refusal('execution reverted', 3)
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName === 'recordsOf') {
      return encodeFunctionResult({ abi, functionName, result: records.map(({ id }) => id) })
    }
    const result = records.find(({ id }) => id === args[0])
    if (!result || functionName !== 'record') throw new Error(functionName)
    return encodeFunctionResult({ abi, functionName, result })
  })
  return { found: readEscrowRecord(client, { ...question, ...asked }), calls }
}
const found = { vault: getAddress(vault), recordId: 5n, serviceId: 7n }

it('the record of a payment is the only one of its coin and amount in the second of its block', async () => {
  const others = [record(1n, 899n), record(4n, 900n, { tokenAmount: 501n }), record(6n, 900n, { token: address('6') })]
  expect(await read([...others.slice(0, 2), record(5n, 900n), ...others.slice(2), record(7n, 901n)]).found).toEqual(
    found,
  )
})

it('among thousands of records it is found with few questions', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => record(BigInt(index) + 10n, BigInt(index) - 2_000n + 901n))
  const of = many.find(({ entryTime }) => entryTime === 900n)
  const { found: one, calls } = read(many)
  expect(await one).toEqual({ ...found, recordId: of?.id })
  expect(calls.length).toBeLessThan(20)
})

it.each([
  ['the payer has no records', [], {}],
  ['all of them are older', [record(5n, 899n)], {}],
  ['all of them are newer', [record(5n, 901n)], {}],
  ['two of its second are equal', [record(5n, 900n), record(6n, 900n)], {}],
  ['it is another payer’s', [record(5n, 900n, { payer: address('6') })], {}],
  ['its fee differs', [record(5n, 900n, { feeAmount: 9n })], {}],
  ['the contract is unknown', [record(5n, 900n)], { vault: null }],
  ['its contract is another one', [record(5n, 900n)], { vault: address('6') }],
  ['its block is unknown', [record(5n, 900n)], { blockNumber: null }],
] as const)('a payment has no record if %s', async (_, records, asked) => {
  expect(await read(records, asked as Partial<typeof question>).found).toBeNull()
})
