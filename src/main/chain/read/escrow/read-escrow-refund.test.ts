import { encodeFunctionResult, getAddress, toFunctionSelector, toHex, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { refundViews } from '../../guard/escrow-abi.ts'
import { readEscrowRefund } from './read-escrow-refund.ts'
import { openTestClient, Refusal } from '../../../../testing/chain/client.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const question = { vault: address('1'), recordId: 3n, serviceId: 7n, token: address('2'), payer: address('a') }
const record = {
  id: 3n,
  serviceRef: 'ref',
  fulfiller: address('4'),
  token: address('2'),
  externalID: '',
  payer: address('a'),
  tokenAmount: 500n,
  feeAmount: 8n,
  fiatAmount: 100n,
  entryTime: 1n,
  receiptURI: '',
  status: 0,
}
const encoded = (changes: Partial<typeof record> = {}): Hex =>
  encodeFunctionResult({ abi: refundViews, functionName: 'record', result: { ...record, ...changes } })
const refuse = (message: string, code?: number) => (): never => {
  throw new Refusal(message, code)
}

/** Reads from a node at block 9, and records the blocks it was asked about. */
function read(answer: () => Hex, authorized: () => Hex = () => toHex(508n, { size: 32 })) {
  const blocks: unknown[] = []
  const { client } = openTestClient((method, [call, block]) => {
    if (method === 'eth_blockNumber') return '0x9'
    blocks.push(block)
    const isRecord = (call as { data: Hex }).data.startsWith(toFunctionSelector('record(uint256)'))
    return isRecord ? answer() : authorized()
  })
  return { refund: readEscrowRefund(client, question), blocks }
}

describe('a refund in an escrow', () => {
  it('is read together with the withdrawable sum, both in one block', async () => {
    const { refund, blocks } = read(() => encoded())
    expect(await refund).toEqual({
      payer: getAddress(address('a')),
      token: getAddress(address('2')),
      units: 500n,
      fee: 8n,
      status: 'failed',
      authorized: 508n,
    })
    expect(blocks).toEqual(['0x9', '0x9'])
  })

  it.each([
    [0, 'failed'],
    [1, 'delivered'],
    [2, 'pending'],
    [3, 'refunded'],
  ])('of status %i is %s', async (status, word) => {
    expect(await read(() => encoded({ status })).refund).toMatchObject({ status: word })
  })

  it.each<[string, () => Hex]>([
    ['a missing record, which reads as zeros and as failed', () => encoded({ id: 0n, payer: address('0') })],
    ['another record', () => encoded({ id: 4n })],
    ['an unknown status', () => encoded({ status: 4 })],
    ['no contract', () => '0x'],
    ['a contract without records', refuse('execution reverted', 3)],
  ])('is not read from %s', async (_, answer) => {
    expect(await read(answer).refund).toBeNull()
  })

  it.each([
    ['fails', 'too many requests', 429],
    ['lacks the block', 'header not found', -32_000],
  ])('is not returned if a node %s', async (_, message, code) => {
    await expect(read(refuse(message, code)).refund).rejects.toThrow(message)
    await expect(read(() => encoded(), refuse(message, code)).refund).rejects.toThrow(message)
  })
})
