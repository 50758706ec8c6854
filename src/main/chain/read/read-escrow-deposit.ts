import {
  erc20Abi,
  getAbiItem,
  getAddress,
  isAddressEqual,
  parseEventLogs,
  type Address,
  type Hash,
  type Log,
  type PublicClient,
} from 'viem'
import { depositEvents } from '../guard/escrow-abi.ts'
import { nullIfAnswered } from '../nodes/rpc-errors.ts'

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** A payment into an escrow, as its own ledger has it. */
export interface DepositQuestion {
  readonly hash: Hash
  /** The block that holds it; null where nobody knows. */
  readonly blockNumber: bigint | null
  readonly router: Address
  readonly payer: Address
  readonly token: Address
  /** Units with the fee. */
  readonly total: bigint
}

/** What a payment into an escrow made there. */
export interface EscrowDeposit {
  /** Where the coins went, and the record is. */
  readonly vault: Address
  readonly recordId: bigint
  readonly serviceId: bigint
}

/**
 * Reads what a payment made in an escrow, from the logs of its own receipt, or of its block where a node has no receipt, or no longer; null
 * where a node shows none, or not exactly one record of exactly this payment in the contract that got its coins.
 */
export async function readEscrowDeposit(
  client: PublicClient,
  question: DepositQuestion,
): Promise<EscrowDeposit | null> {
  const receipt = await client.getTransactionReceipt({ hash: question.hash }).catch(nullIfAnswered)
  if (receipt?.transactionHash !== question.hash) {
    return findDeposit((await readLogsOf(client, question).catch(nullIfAnswered)) ?? [], question)
  }
  return receipt.status === 'success' ? findDeposit(receipt.logs, question) : null
}

/** Finds the record of a payment in the logs that it left. */
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

/** Reads the logs of a payment that the contracts of its escrow and its token left; one that was refused left none. */
async function readLogsOf(
  client: PublicClient,
  { hash, blockNumber, router, payer, token }: DepositQuestion,
): Promise<Log[]> {
  if (blockNumber === null) return []
  const block = { fromBlock: blockNumber, toBlock: blockNumber, strict: true } as const
  const isOwn = ({ transactionHash }: Log): boolean => transactionHash === hash
  const paid = await client.getLogs({ ...block, address: token, event: transferEvent, args: { from: payer } })
  const own = paid.filter(isOwn)
  if (own.length === 0) return []
  const contracts = [router, ...own.map(({ args }) => args.to)]
  return [...own, ...(await client.getLogs({ ...block, address: contracts, events: depositEvents })).filter(isOwn)]
}
