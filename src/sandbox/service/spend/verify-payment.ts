import {
  getAddress,
  isAddressEqual,
  parseEventLogs,
  TransactionReceiptNotFoundError,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { routerAbi, tokenAbi } from '../../chains/abi.ts'
import type { Chain } from '../../chains/chain.ts'
import { paysOrder } from './escrow.ts'
import { invalid, ServiceError } from '../service-error.ts'

export interface ExpectedPayment {
  readonly hash: Hex
  readonly sender: Address
  readonly token: Address
  readonly units: bigint
  readonly quoteId: number
  /** The blocks required on top of the payment's own. */
  readonly confirmations: number
}

const field = 'transactionReceipt.hash'

/**
 * Reads the payment from its chain. Throws ServiceError 400 or 422 unless it is exactly what the quote asked for, and 500 if the chain
 * cannot be read.
 */
export async function verifyPayment(chain: Chain, expected: ExpectedPayment): Promise<void> {
  const receipt = await readReceipt(chain, expected.hash)
  if (receipt.status === 'reverted') {
    const message = 'The payment failed on chain because the network was congested. Retry the spend.'
    throw new ServiceError(422, 'RETRY_SPEND', message, { fields: { [field]: 'reverted' } })
  }
  const head = await chain.client.getBlockNumber({ cacheTime: 0 })
  const confirmations = head - receipt.blockNumber
  if (confirmations < BigInt(expected.confirmations)) {
    throw invalid(
      { [field]: `has ${confirmations} confirmations, needs ${expected.confirmations}` },
      'PAYMENT_NOT_CONFIRMED',
    )
  }
  if (!isAddressEqual(receipt.from, expected.sender))
    throw invalid({ [field]: 'was sent by another wallet' }, 'WRONG_SENDER')
  const { escrow } = chain.contracts
  if (escrow !== null && receipt.to !== null && isAddressEqual(receipt.to, escrow.router)) {
    checkTransfer(escrow.vault, receipt, expected)
    if (!paysOrder(escrow, receipt, expected.quoteId)) throw otherQuote()
    return
  }
  checkTransfer(chain.treasury, receipt, expected)
  if (chain.contracts.router) checkRouter(chain.contracts.router.proxy, receipt, expected)
}

async function readReceipt(chain: Chain, hash: Hex): Promise<TransactionReceipt> {
  try {
    return await chain.client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) {
      throw invalid({ [field]: `is not mined on ${chain.network.name}` }, 'PAYMENT_NOT_FOUND')
    }
    throw new ServiceError(500, 'CHAIN_UNAVAILABLE', `${chain.network.name} cannot be read at the moment`)
  }
}

function checkTransfer(payee: Address, receipt: TransactionReceipt, expected: ExpectedPayment): void {
  const transfers = parseEventLogs({ abi: tokenAbi, eventName: 'Transfer', logs: receipt.logs }).filter(({ args }) =>
    isAddressEqual(args.from, expected.sender),
  )
  const toUs = transfers.filter(({ args }) => isAddressEqual(args.to, payee))
  if (toUs.length === 0) throw invalid({ [field]: 'pays someone else' }, 'WRONG_RECIPIENT')
  const ofToken = toUs.filter(({ address }) => isAddressEqual(address, expected.token))
  if (ofToken.length === 0) throw invalid({ [field]: 'pays with another token' }, 'WRONG_TOKEN')
  const paid = ofToken.reduce((sum, { args }) => sum + args.value, 0n)
  if (paid !== expected.units) {
    throw invalid({ [field]: `pays ${paid} units, the quote asked for ${expected.units}` }, 'WRONG_AMOUNT')
  }
}

function checkRouter(proxy: Address, receipt: TransactionReceipt, expected: ExpectedPayment): void {
  const paid = parseEventLogs({ abi: routerAbi, eventName: 'Paid', logs: receipt.logs }).filter(({ address }) =>
    isAddressEqual(address, getAddress(proxy)),
  )
  if (!paid.some(({ args }) => args.quoteId === BigInt(expected.quoteId))) {
    throw otherQuote()
  }
}

function otherQuote(): ServiceError {
  return invalid({ [field]: 'pays another quote' }, 'WRONG_QUOTE')
}
