import { encodeFunctionData, parseAbi, type Address, type Hash, type Hex } from 'viem'
import { AppError } from '../../src/shared/errors.ts'
import type { Quote, QuoteInput } from '../../src/main/service/operations/create-quote.ts'
import type { ListedTransaction } from '../../src/main/service/operations/list-transactions.ts'
import type { RegistrationOutcome } from '../../src/main/service/operations/register-spend.ts'
import type { SpendTransaction } from '../../src/main/service/operations/spend-transaction.ts'
import type { SimClock } from './clock.ts'
import type { SimChain } from './sim-chain.ts'
import { payIntoEscrow } from './sim-escrow-calls.ts'
import { createOperator } from './sim-operator.ts'
import { key, type SimToken } from './sim-state.ts'

export interface SimSpend {
  readonly id: string
  readonly hash: Hash
  readonly idempotencyKey: string
  readonly body: string
  readonly wallet: Address
  readonly sku: string
  readonly reference: string
  readonly units: bigint
  readonly token: SimToken
  readonly at: number
  refundedBy: readonly Hash[]
}

/** A spending service in memory. It verifies payments on its chain and keeps records, as a witness of what Till did. */
export interface SimService extends ServiceCalls {
  /** One spend for each registered payment, oldest first. */
  readonly spends: readonly SimSpend[]
}

/** The operations of a service. */
export interface ServiceCalls {
  quote(input: QuoteInput): Quote
  register(wallet: Address, idempotencyKey: string, body: string): RegistrationOutcome
  list(wallet: Address): ListedTransaction[]
  read(wallet: Address, id: string): SpendTransaction | null
}

/**
 * False, or how a failed product is refunded: by the treasury at once or in parts, by an unrelated address, or claimed from the
 * escrow by its payer, by record or as a sum.
 */
export type Fails = false | 'treasury' | 'parts' | 'elsewhere' | 'claim' | 'claim-sum'

/** Refunds what fails if the treasury does not. */
export const CASHIER: Address = `0x${'9'.repeat(40)}`
/** Sends the same amount as the failed payment by coincidence. */
export const STRANGER: Address = `0x${'5'.repeat(40)}`

export interface SimServiceOptions {
  readonly clock: SimClock
  readonly chain: SimChain
  readonly shape: Shape
  readonly deliveryMs: number
  /** Whether products fail, and who refunds them. */
  readonly fails: Fails
  /** Whether it delivers after all what it first reported as failed. */
  readonly deliversLate?: boolean
}

/** How the service is paid. */
export type Shape = 'transfer' | 'router' | 'escrow'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function pay(address token, uint256 amount, uint256 quoteId)',
])
const PRICE_UNITS = 5_100_000n
/** The price without the fee that an escrow adds. */
const NET_UNITS = 5_000_000n
/** From the service's decision to the escrow's. */
const DECIDED_MS = 5_000
/** From its report of the failure to the late delivery. */
const LATE_MS = 60_000

/** Creates a service without records. */
export function createSimService(options: SimServiceOptions): SimService {
  const { clock, chain, shape, deliveryMs, fails, deliversLate = false } = options
  const { tokens, router, treasury, escrow } = chain.contracts
  const operator = escrow ? createOperator(clock, chain) : null
  const payee = shape === 'escrow' ? escrow?.vault : treasury
  const quotes: { token: SimToken; sku: string }[] = []
  const spends: SimSpend[] = []
  const decided = new Set<SimSpend>()

  function no(status: number, message: string): RegistrationOutcome {
    const error = new AppError('service-rejected', message, { details: { status } })
    return { outcome: 'rejected', status, error, code: null, message, fields: {} }
  }

  /** Returns the status of a spend. Refunds a failed one on its first read: the treasury needs no clock of its own. */
  function statusOf(spend: SimSpend): string {
    const waited = clock.now() - spend.at - deliveryMs
    if (waited < 0) return 'PENDING'
    if (!decided.has(spend)) {
      decided.add(spend)
      decide(spend)
    }
    return fails && !(deliversLate && waited >= LATE_MS) ? 'FAILED' : 'SUCCESS'
  }

  function decide(spend: SimSpend): void {
    const { token, wallet, units, hash } = spend
    if (shape === 'escrow') {
      const outcome = fails && !deliversLate ? 'failed' : 'success'
      clock.timer(DECIDED_MS, () => operator?.decideUntilFinal(hash, outcome))
    }
    if (!fails) return
    // The same amount from somebody else arrives first.
    chain.refund(token.address, wallet, units, STRANGER)
    if (shape === 'escrow') return
    const amounts = fails === 'parts' ? [units / 3n, units - units / 3n] : [units]
    const from = fails === 'elsewhere' ? CASHIER : undefined
    spend.refundedBy = amounts.map((amount) => chain.refund(token.address, wallet, amount, from))
  }

  function view(spend: SimSpend): SpendTransaction {
    const status = statusOf(spend)
    return {
      integrator: 'campaign',
      transactionId: spend.id,
      status,
      codes: status === 'SUCCESS' ? [{ text: `CODE-${spend.id}`, pin: '4821' }] : [],
      countryIsoAlpha2: 'US',
      productType: 'topup',
      productSubType: '',
      sku: spend.sku,
      fiatUnitPrice: '5',
      fiatCurrency: 'USD',
      quantity: 1,
      givenReference: spend.reference,
      tokenUsed: spend.token.symbol,
      tokenAmountPaid: '5.1',
      userWalletAddress: spend.wallet,
      chainId: chain.chainId,
      created: '',
      updated: '',
      recordId: null,
      isDeleted: false,
      product: { name: 'Oak', logoUrl: '' },
    }
  }

  function paymentOf(token: SimToken, quoteId: bigint, payer?: Address): { readonly to: Address; readonly data: Hex } {
    if (shape === 'escrow') {
      if (!escrow || !payer) throw new AppError('service-rejected', 'Nobody pays')
      return payIntoEscrow(escrow, { payer, token: token.address, units: NET_UNITS })
    }
    if (shape === 'transfer') {
      return {
        to: token.address,
        data: encodeFunctionData({ abi, functionName: 'transfer', args: [treasury, PRICE_UNITS] }),
      }
    }
    return {
      to: router,
      data: encodeFunctionData({ abi, functionName: 'pay', args: [token.address, PRICE_UNITS, quoteId] }),
    }
  }

  return {
    spends,
    quote({ sku, fiatCurrency, token: { symbol }, chainId, sender }) {
      const token = tokens.find((one) => one.symbol === symbol)
      if (!token) throw new AppError('service-rejected', 'No such token')
      const id = quotes.push({ token, sku })
      const { to, data } = paymentOf(token, BigInt(id), sender as Address | undefined)
      return {
        id: { text: String(id), isNumber: true },
        fiatCurrency,
        fiatAmount: '5',
        digitalAsset: symbol,
        digitalAssetAmount: '5',
        totalAmount: '5.1',
        feeAmount: '0.1',
        sku,
        requestProblem: null,
        ignoredFields: [],
        transactionRequest: {
          chainId,
          type: 2,
          to,
          data,
          value: 0n,
          gas: null,
          gasLimit: null,
          maxFeePerGas: null,
          maxPriorityFeePerGas: null,
          from: null,
          gasPrice: null,
        },
      }
    },
    register(wallet, idempotencyKey, body) {
      const again = spends.find((one) => one.idempotencyKey === idempotencyKey)
      if (again)
        return again.body === body ? { outcome: 'registered', transaction: view(again) } : no(400, 'Key reused')
      const {
        transactionIntent: intent,
        transactionReceipt,
        reference,
      } = JSON.parse(body) as {
        reference: string
        transactionIntent: { sku: string; quoteId: number; wallet: string }
        transactionReceipt: { hash: Hash }
      }
      const { hash } = transactionReceipt
      if (spends.some((one) => one.hash === hash)) {
        return { outcome: 'duplicate', error: new AppError('service-rejected', 'Already registered') }
      }
      const quote = quotes[intent.quoteId - 1]
      const found = chain.find(hash)
      if (!quote || quote.sku !== intent.sku) return no(400, 'No such quote')
      if (!found || chain.head().number <= found.block.number) return no(400, 'Not confirmed')
      const { receipt } = found
      if (!receipt.succeeded)
        return { outcome: 'retry-spend', error: new AppError('service-rejected', 'Retry the spend') }
      const [paid] = receipt.transfers
      const isRight =
        paid?.units === PRICE_UNITS &&
        key(paid.token) === key(quote.token.address) &&
        key(paid.to) === key(payee ?? '') &&
        key(receipt.from) === key(wallet, '').trim() &&
        (shape !== 'router' || receipt.quoteId === BigInt(intent.quoteId))
      if (!isRight) return no(400, 'Another payment than was quoted')
      const spend: SimSpend = {
        id: `spend-${spends.length + 1}`,
        hash,
        idempotencyKey,
        body,
        wallet,
        sku: intent.sku,
        reference,
        units: PRICE_UNITS,
        token: quote.token,
        at: clock.now(),
        refundedBy: [],
      }
      spends.push(spend)
      return { outcome: 'registered', transaction: view(spend) }
    },
    list: (wallet) =>
      spends
        .filter((one) => key(one.wallet) === key(wallet))
        .map((spend) => ({
          id: spend.id,
          status: statusOf(spend),
          productType: 'topup',
          productSku: spend.sku,
          quantity: '1',
          price: { fiatCurrency: 'USD', fiatValue: '5', stableCoinCurrency: 'USDC', stableCoinValue: '5.1' },
          chainId: chain.chainId,
          tokenUsed: spend.token.symbol,
          tokenAmountPaid: '5.1',
          imageUrl: '',
          created: '',
          brandName: 'Oak',
          walletAddress: spend.wallet,
          blockchainTransactionHash: spend.hash,
          serviceId: null,
          recordId: null,
        })),
    read(wallet, id) {
      const spend = spends.find((one) => one.id === id && key(one.wallet) === key(wallet))
      return spend ? view(spend) : null
    },
  }
}
