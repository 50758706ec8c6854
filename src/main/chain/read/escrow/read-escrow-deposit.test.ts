import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  toHex,
  type AbiEvent,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { depositEvents } from '../../guard/escrow-abi.ts'
import { readEscrowDeposit } from './read-escrow-deposit.ts'
import { openTestClient, Refusal } from '../../../../testing/chain/client.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const hash: Hash = `0x${'1'.repeat(64)}`
const [payer, token, router, vault] = [address('a'), address('2'), address('3'), address('4')]
const question = { hash, blockNumber: 9n, router, vault, serviceId: 7n, payer, token, total: 508n }
const deposit = { vault: getAddress(vault), recordId: 3n, serviceId: 7n }

interface TestLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

function logOf(at: Address, abi: readonly unknown[], name: string, values: Readonly<Record<string, unknown>>): TestLog {
  const event = (abi as AbiEvent[]).find((one) => one.type === 'event' && one.name === name) as AbiEvent
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  return {
    address: at,
    topics: encodeEventTopics({ abi: [event], args: values }) as Hex[],
    data: encodeAbiParameters(
      plain,
      plain.map(({ name: argument }) => values[argument ?? '']),
    ),
  }
}

const record = {
  id: 3n,
  serviceRef: 'ref',
  fulfiller: address('5'),
  token,
  externalID: '',
  payer,
  tokenAmount: 500n,
  feeAmount: 8n,
  fiatAmount: 100n,
  entryTime: 1n,
  receiptURI: '',
  status: 2,
}
const request = { payer, fiatAmount: 100n, serviceRef: 'ref', token, tokenAmount: 500n }
const payment: readonly TestLog[] = [
  logOf(token, erc20Abi, 'Transfer', { from: payer, to: vault, value: 508n }),
  logOf(vault, depositEvents, 'ERC20DepositReceived', { record }),
  logOf(router, depositEvents, 'ERC20ServiceRequested', { serviceID: 7n, request }),
]

const inclusionOf = (of: Hash) => ({ transactionHash: of, blockNumber: '0x9', blockHash: `0x${'b'.repeat(64)}` })
const mined = (logs: readonly TestLog[], of: Hash = hash) =>
  logs.map((log, index) => ({
    ...log,
    ...inclusionOf(of),
    transactionIndex: '0x0',
    logIndex: toHex(index),
    removed: false,
  }))

interface Filter {
  readonly address: Address | Address[]
  readonly fromBlock: Hex
  readonly toBlock: Hex
}

/** Reads from a node that has these logs in block 9. */
function read(receipt: unknown, logs: readonly ReturnType<typeof mined>[number][] = mined(payment)) {
  const { client, calls } = openTestClient((method, [asksFor]) => {
    if (method === 'eth_getTransactionReceipt') {
      if (receipt instanceof Refusal) throw receipt
      return receipt
    }
    if (method !== 'eth_getLogs') throw new Error(method)
    const { address: of, fromBlock, toBlock } = asksFor as Filter
    expect([fromBlock, toBlock]).toEqual(['0x9', '0x9'])
    const addresses = [of].flat().map((one) => one.toLowerCase())
    return logs.filter((log) => addresses.includes(log.address))
  })
  return { deposit: readEscrowDeposit(client, question), calls }
}
const receiptOf = (logs: readonly TestLog[], status = '0x1') => ({
  ...inclusionOf(hash),
  transactionIndex: '0x0',
  from: payer,
  to: router,
  contractAddress: null,
  type: '0x2',
  status,
  gasUsed: '0x1',
  effectiveGasPrice: '0x1',
  cumulativeGasUsed: '0x1',
  logsBloom: '0x',
  logs: mined(logs),
})

describe('a payment’s deposit in an escrow', () => {
  it('is read from its receipt, and from nothing else', async () => {
    const { deposit: found, calls } = read(receiptOf(payment))
    expect(await found).toEqual(deposit)
    expect(calls).toEqual(['eth_getTransactionReceipt'])
  })

  it.each([
    ['has no receipt', null],
    ['has pruned it', new Refusal('pruned history unavailable', 4444)],
    ['shows another one', { ...receiptOf(payment), transactionHash: `0x${'2'.repeat(64)}` }],
  ])('is read from the logs of its block if a node %s', async (_, receipt) => {
    expect(await read(receipt).deposit).toEqual(deposit)
  })

  it('is not read for a reverted payment', async () => {
    expect(await read(receiptOf([], '0x0')).deposit).toBeNull()
  })

  it.each<[string, readonly TestLog[]]>([
    ['no logs', []],
    [
      'the coins went elsewhere',
      payment.with(0, logOf(token, erc20Abi, 'Transfer', { from: payer, to: address('6'), value: 508n })),
    ],
    ['less was paid', payment.with(0, logOf(token, erc20Abi, 'Transfer', { from: payer, to: vault, value: 507n }))],
    ['there are two records', [...payment, ...payment.slice(1, 2)]],
    ['another router was paid', payment.with(2, { ...(payment[2] as TestLog), address: address('6') })],
    [
      'the record is somebody else’s',
      payment.with(
        1,
        logOf(vault, depositEvents, 'ERC20DepositReceived', { record: { ...record, payer: address('6') } }),
      ),
    ],
  ])('is not read if %s', async (_, logs) => {
    expect(await read(receiptOf(logs)).deposit).toBeNull()
    expect(await read(null, mined(logs)).deposit).toBeNull()
  })

  it('is not read from another transaction of the block', async () => {
    expect(await read(null, mined(payment, `0x${'2'.repeat(64)}`)).deposit).toBeNull()
  })

  it('is not returned if a node fails', async () => {
    await expect(read(new Refusal('too many requests', 429)).deposit).rejects.toThrow('too many requests')
  })
})
