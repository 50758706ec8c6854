import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  parseAbi,
  toHex,
  type Address,
  type Hash,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { readEscrowWithdrawals } from './read-escrow-withdrawals.ts'
import { blockHash, openTestClient, Refusal } from '../../../../testing/chain/client.ts'

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const hash = (digit: string): Hash => `0x${digit.repeat(64)}`
const [vault, token, payee] = [address('1'), address('2'), address('a')]
const question = { hash: hash('9'), blockNumber: 7n, vault, token, payee }
const byRecord = parseAbi([
  'event ERC20RefundWithdrawn(address indexed token, address indexed payee, uint256 weiAmount, uint256 recordId)',
])
const bySum = parseAbi(['event ERC20RefundWithdrawn(address token, address indexed payee, uint256 weiAmount)'])

interface Said {
  readonly recordId?: bigint
  readonly to?: Address
  readonly coin?: Address
  readonly by?: Address
  readonly of?: Hash
}

const log = ({ recordId, to = payee, coin = token, by = vault, of = question.hash }: Said = {}) => ({
  address: by,
  transactionHash: of,
  blockNumber: toHex(7),
  blockHash: blockHash(7),
  logIndex: '0x0',
  transactionIndex: '0x0',
  removed: false,
  ...(recordId === undefined
    ? {
        topics: encodeEventTopics({ abi: bySum, args: { payee: to } }),
        data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [coin, 500n]),
      }
    : {
        topics: encodeEventTopics({ abi: byRecord, args: { token: coin, payee: to } }),
        data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [500n, recordId]),
      }),
})

const moved = (changes: { readonly to?: Address; readonly units?: bigint; readonly of?: Hash } = {}) => ({
  ...log({ of: changes.of ?? question.hash }),
  address: token,
  topics: encodeEventTopics({
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: vault, to: changes.to ?? payee },
  }),
  data: encodeAbiParameters([{ type: 'uint256' }], [changes.units ?? 500n]),
})

/** Reads from a node that shows a receipt, or refuses to, and a block's logs. */
function read(receipt: object | null, logs: readonly object[] = []) {
  const { client } = openTestClient((method) => {
    if (method === 'eth_getLogs') return logs
    if (receipt === null) throw new Refusal('pruned')
    return { transactionHash: question.hash, status: '0x1', type: '0x2', ...receipt }
  })
  return readEscrowWithdrawals(client, question)
}

describe('the refunds a transaction withdrew from an escrow', () => {
  it('name their records, and a sum names none', async () => {
    expect(await read({ logs: [moved(), log({ recordId: 3n }), log()] })).toEqual([
      { units: 500n, recordId: 3n },
      { units: 500n, recordId: null },
    ])
  })

  it.each<[string, Said]>([
    ['another payee', { to: address('b') }],
    ['another coin', { coin: address('3') }],
    ['another contract', { by: address('4') }],
  ])('do not include those of %s', async (_, changes) => {
    expect(await read({ logs: [moved(), log({ recordId: 3n, ...changes }), log(changes)] })).toEqual([])
  })

  it.each([
    ['no coins moved', []],
    ['they went to somebody else', [moved({ to: address('b') })]],
    ['others moved', [moved({ units: 499n })]],
  ])('are none if %s', async (_, others) => {
    expect(await read({ logs: [...others, log({ recordId: 3n })] })).toEqual([])
  })

  it('are none if it reverted', async () => {
    expect(await read({ logs: [moved(), log()], status: '0x0' })).toEqual([])
  })

  it('are read from its block if the node shows no receipt', async () => {
    const logs = [moved(), log({ recordId: 3n }), log({ recordId: 4n, of: hash('8') })]
    expect(await read(null, logs)).toEqual([{ units: 500n, recordId: 3n }])
    expect(await read({ transactionHash: hash('8'), logs: [log()] }, logs)).toEqual([{ units: 500n, recordId: 3n }])
  })
})
