import { erc20Abi, isAddressEqual, parseEventLogs, type Address, type Hash, type Log, type Client } from 'viem'
import { getLogs, getTransactionReceipt } from 'viem/actions'
import { withdrawalEvents } from '../../guard/escrow-abi.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

/** A transaction that withdrew refunds from an escrow, as seen by the wallet that received them. */
export interface WithdrawalQuestion {
  readonly hash: Hash
  readonly blockNumber: bigint
  readonly vault: Address
  readonly token: Address
  readonly payee: Address
}

/** A refund that left an escrow. */
export interface EscrowWithdrawal {
  readonly units: bigint
  /** The record it belongs to; null if everything due was withdrawn. */
  readonly recordId: bigint | null
}

/**
 * Reads a payee's refunds from a transaction's receipt, or from its block's logs if the node shows no receipt. Returns none if the node
 * shows neither, which proves nothing.
 */
export async function readEscrowWithdrawals(
  client: Client,
  { hash, blockNumber, vault, token, payee }: WithdrawalQuestion,
): Promise<readonly EscrowWithdrawal[]> {
  const logs = await readLogs(client, hash, [vault, token], blockNumber)
  const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).filter(
    ({ address, args: { from, to } }) =>
      isAddressEqual(address, token) && isAddressEqual(from, vault) && isAddressEqual(to, payee),
  )
  return parseEventLogs({ abi: withdrawalEvents, eventName: 'ERC20RefundWithdrawn', logs })
    .filter(
      ({ address, args }) =>
        isAddressEqual(address, vault) && isAddressEqual(args.token, token) && isAddressEqual(args.payee, payee),
    )
    .filter((one) => moved.some(({ args }) => args.value === one.args.weiAmount))
    .map(({ args }) => ({ units: args.weiAmount, recordId: 'recordId' in args ? args.recordId : null }))
}

async function readLogs(client: Client, hash: Hash, address: Address[], block: bigint): Promise<Log[]> {
  const receipt = await getTransactionReceipt(client, { hash }).catch(nullIfAnswered)
  if (receipt?.transactionHash === hash) return receipt.status === 'success' ? receipt.logs : []
  const logs = await getLogs(client, { address, fromBlock: block, toBlock: block }).catch(nullIfAnswered)
  return (logs ?? []).filter((log) => log.transactionHash === hash)
}
