import {
  erc20Abi,
  getAbiItem,
  getAddress,
  isAddressEqual,
  parseEventLogs,
  type Address,
  type Hash,
  type Log,
  type Client,
} from 'viem'
import { getLogs, getTransactionReceipt } from 'viem/actions'
import { depositEvents } from '../../guard/escrow-abi.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** A payment into an escrow, as the ledger stores it. */
export interface DepositQuestion {
  readonly hash: Hash
  /** The block that holds it; null if unknown. */
  readonly blockNumber: bigint | null
  readonly router: Address
  /** The contract that keeps its record, and the service it pays, as they were when it was signed; the contract is null if unknown. */
  readonly vault: Address | null
  readonly serviceId: bigint
  readonly payer: Address
  readonly token: Address
  /** Units including the fee. */
  readonly total: bigint
}

/** The deposit that a payment made in an escrow. */
export interface EscrowDeposit {
  /** The contract that got the coins and keeps the record. */
  readonly vault: Address
  readonly recordId: bigint
  readonly serviceId: bigint
}

/**
 * Reads a payment's deposit from its receipt's logs, or from its block's logs if the node has no receipt. Returns null unless the node
 * shows exactly one record of exactly this payment in the contract that got its coins.
 */
export async function readEscrowDeposit(client: Client, question: DepositQuestion): Promise<EscrowDeposit | null> {
  const receipt = await getTransactionReceipt(client, { hash: question.hash }).catch(nullIfAnswered)
  if (receipt?.transactionHash !== question.hash) {
    return findDeposit((await readLogsOf(client, question).catch(nullIfAnswered)) ?? [], question)
  }
  return receipt.status === 'success' ? findDeposit(receipt.logs, question) : null
}

/** Returns the record of a payment from its logs. */
function findDeposit(logs: Log[], { router, payer, token, total }: DepositQuestion): EscrowDeposit | null {
  const paid = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).filter(
    ({ address, args }) =>
      isAddressEqual(address, token) && isAddressEqual(args.from, payer) && args.value === total && total > 0n,
  )
  const made = parseEventLogs({ abi: depositEvents, eventName: 'ERC20DepositReceived', logs }).filter(
    ({ address, args: { record } }) =>
      paid.some(({ args }) => isAddressEqual(args.to, address)) &&
      isAddressEqual(record.payer, payer) &&
      isAddressEqual(record.token, token) &&
      record.tokenAmount + record.feeAmount === total,
  )
  const requested = parseEventLogs({ abi: depositEvents, eventName: 'ERC20ServiceRequested', logs }).filter(
    ({ address, args }) => isAddressEqual(address, router) && isAddressEqual(args.request.payer, payer),
  )
  const [[deposit, ...otherDeposits], [request, ...otherRequests]] = [made, requested]
  if (!deposit || !request || otherDeposits.length > 0 || otherRequests.length > 0) return null
  return {
    vault: getAddress(deposit.address),
    recordId: deposit.args.record.id,
    serviceId: request.args.serviceID,
  }
}

/** Reads a payment's logs by the escrow's contracts and its token; a reverted payment has none. */
async function readLogsOf(
  client: Client,
  { hash, blockNumber, router, payer, token }: DepositQuestion,
): Promise<Log[]> {
  if (blockNumber === null) return []
  const block = { fromBlock: blockNumber, toBlock: blockNumber, strict: true } as const
  const isOwn = ({ transactionHash }: Log): boolean => transactionHash === hash
  const paid = await getLogs(client, { ...block, address: token, event: transferEvent, args: { from: payer } })
  const own = paid.filter(isOwn)
  if (own.length === 0) return []
  const contracts = [router, ...own.map(({ args }) => args.to)]
  return [...own, ...(await getLogs(client, { ...block, address: contracts, events: depositEvents })).filter(isOwn)]
}
