import { erc20Abi, getAddress, isAddressEqual, parseEventLogs, type Address, type Hash, type PublicClient } from 'viem'
import { depositEvents } from './escrow-abi.ts'
import { nullIfAnswered } from './rpc-errors.ts'

/** A payment into an escrow, as its own ledger has it. */
export interface DepositQuestion {
  readonly hash: Hash
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
 * Reads what a payment made in an escrow, from the logs of its own receipt; null where a node shows none, or not exactly one record of
 * exactly this payment in the contract that got its coins.
 */
export async function readEscrowDeposit(
  client: PublicClient,
  { hash, router, payer, token, total }: DepositQuestion,
): Promise<EscrowDeposit | null> {
  const receipt = await client.getTransactionReceipt({ hash }).catch(nullIfAnswered)
  if (receipt?.transactionHash !== hash || receipt.status !== 'success') return null
  const { logs } = receipt
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
