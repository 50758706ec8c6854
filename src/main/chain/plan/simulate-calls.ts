import { type RpcRequestError, encodeFunctionData, erc20Abi, hexToBigInt, pad, toEventSelector } from 'viem'
import { call, simulateBlocks } from 'viem/actions'
import type { Address, Hex, Client } from 'viem'
import type { Call, SimulatedChanges } from '../chain.ts'
import { isReverted, rpcErrorIn } from '../nodes/rpc/find-rpc-error.ts'
import { isRateLimited } from '../nodes/rpc/rate-limit.ts'

/** A call, with its gas limit if already planned. */
type LimitedCall = Call & { readonly gas?: bigint }

/**
 * Simulates `calls` of `account` in one block (`eth_simulateV1`) and returns their effect on its coins. A node that cannot simulate only
 * runs the first call (`eth_call`), which shows whether it fails, but not what would move.
 */
export async function simulateCalls(
  client: Client,
  account: Address,
  calls: readonly Call[],
  tokens: readonly Address[],
): Promise<SimulatedChanges> {
  const balances = tokens.map((to) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    value: 0n,
  }))
  const bundle: readonly LimitedCall[] = [...balances, ...calls, ...balances]
  try {
    const [block] = await simulateBlocks(client, {
      // Without fees: otherwise a node compares them with the balance, which is checked elsewhere.
      blocks: [
        { calls: bundle.map(({ to, data, value, gas }) => ({ account, to, data, value, ...(gas && { gas }) })) },
      ],
    })
    const results = block?.calls ?? []
    if (results.length !== bundle.length || results.some((result) => result.status !== 'success')) return 'failed'
    const touched = calls.flatMap((call, index) =>
      (results[tokens.length + index]?.logs ?? []).map((log) => ({ call, log })),
    )
    if (touched.some(({ call, log }) => isUnexpected(account, tokens, call, log))) return 'unexpected-changes'
    const units = (position: number): bigint => hexToBigInt(results[position]?.data ?? '0x0')
    const changes = tokens.map((_, index) => units(tokens.length + calls.length + index) - units(index))
    const sent = calls.reduce((sum, call) => sum + call.value, 0n)
    return [...changes, -sent]
  } catch (error) {
    return isUnsupported(answerIn(error)) ? runFirst(client, account, calls) : 'failed'
  }
}

const NO = pad('0x0')

async function runFirst(client: Client, account: Address, [first]: readonly LimitedCall[]): Promise<'failed' | null> {
  if (first === undefined) return null
  const { to, data, value, gas } = first
  try {
    // Some tokens return `false` where others revert.
    return (await call(client, { account, to, data, value, ...(gas && { gas }) })).data === NO ? 'failed' : null
  } catch (error) {
    answerIn(error)
    return 'failed'
  }
}

/** Returns a node's own error; rethrows anything else. */
function answerIn(error: unknown): RpcRequestError {
  const answer = rpcErrorIn(error)
  if (answer === null || isRateLimited(error)) throw error
  return answer
}

interface Trace {
  readonly address: Address
  readonly topics: readonly Hex[]
}

function hashEvents() {
  return {
    transfer: toEventSelector('Transfer(address,address,uint256)'),
    approval: toEventSelector('Approval(address,address,uint256)'),
    others: [
      { event: toEventSelector('ApprovalForAll(address,address,bool)'), giver: 1 },
      { event: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'), giver: 2 },
      { event: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'), giver: 2 },
    ],
  }
}
/** Hashed on first use, for a fast start. */
let events: ReturnType<typeof hashEvents> | undefined

/**
 * Returns whether a log of a call (ERC-20, 721 or 1155) shows the account giving or approving something unrequested: anything of another
 * token, or an allowance for anybody but the called contract.
 */
function isUnexpected(account: Address, tokens: readonly Address[], call: Call, { address, topics }: Trace): boolean {
  const is = (topic: Hex | undefined, who: Address): boolean => topic?.toLowerCase() === pad(who).toLowerCase()
  const isRequested = tokens.some((token) => token.toLowerCase() === address.toLowerCase())
  const { transfer, approval, others } = (events ??= hashEvents())
  const [event, first, second] = topics
  if (event === transfer) return is(first, account) && !isRequested
  if (event === approval && is(first, account)) {
    const isOwnApproval = call.to.toLowerCase() === address.toLowerCase()
    return !isRequested || !(isOwnApproval || is(second, call.to))
  }
  return others.some((other) => other.event === event && is(topics[other.giver], account))
}

const METHOD_NOT_FOUND = -32_601
const METHOD_NOT_SUPPORTED = -32_004

/** Returns whether a node's error is about the method (EIP-1474), and not about the calls; nodes use different codes. */
function isUnsupported(answer: RpcRequestError): boolean {
  const { code, details } = answer
  if (isReverted(answer)) return false
  if (code === METHOD_NOT_FOUND || code === METHOD_NOT_SUPPORTED) return true
  return /\bmethod\b|eth_simulate|unsupported|not (?:supported|available|implemented)/i.test(details)
}
