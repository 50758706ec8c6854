import fc from 'fast-check'
import type { AbiFunction, Address } from 'viem'
import { parseAbiItem } from 'viem'
import type { PaymentChoice, TransactionRequest } from '../../src/main/chain/guard/payment-guard.ts'

/** A quote as a service might send it, honest or not, and what the person chose. */
export interface Case {
  readonly request: TransactionRequest
  readonly total: string
  readonly choice: PaymentChoice
}

export const TRANSFER = 'a9059cbb'
/** Of `pay(address token, uint256 amount, uint256 quoteId)`. */
export const PAY = '5f065346'
const routerCall = parseAbiItem('function pay(address token, uint256 amount, uint256 quoteId)') as AbiFunction

const parties = ['payer', 'token', 'other', 'treasury', 'router', 'nobody'] as const
const addressOf: Readonly<Record<(typeof parties)[number], Address>> = {
  payer: `0x${'11'.repeat(20)}`,
  token: `0x${'22'.repeat(20)}`,
  other: `0x${'33'.repeat(20)}`,
  treasury: `0x${'44'.repeat(20)}`,
  router: `0x${'55'.repeat(20)}`,
  nobody: `0x${'00'.repeat(20)}`,
}
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const addressWord = (address: Address): string => address.slice(2).padStart(64, '0')

const party = fc.constantFrom(...parties)
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
  fc.constantFrom(0n, 1n, 2n ** 64n, 2n ** 128n, 2n ** 255n, 2n ** 256n - 1n),
)
const CEILING = 10n ** 11n
const fee = fc.oneof(fc.bigInt({ min: 0n, max: CEILING }), fc.constantFrom(CEILING, CEILING + 1n, 2n ** 256n - 1n))
const gas = fc.constantFrom(null, 0n, 21_000n, 100_000n, 2_000_000n, 2_000_001n, 2n ** 255n)

const plain = fc.record({
  shape: fc.constantFrom('transfer', 'native', 'router'),
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  decimals: fc.integer({ min: 0, max: 18 }),
  amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  quoteId: fc.bigInt({ min: 0n, max: 2n ** 64n }),
  honestGas: fc.option(fc.bigInt({ min: 21_000n, max: 2_000_000n })),
  honestFee: fc.bigInt({ min: 1n, max: CEILING }),
  tipShare: fc.bigInt({ min: 0n, max: 100n }),
})

/** What a dishonest or careless service changes; null leaves it as it is. */
const spoilt = fc.record({
  chainId: fc.option(fc.integer({ min: 0, max: 2 ** 40 }), { freq: 12 }),
  to: fc.option(party, { freq: 8 }),
  recipient: fc.option(party, { freq: 8 }),
  calledToken: fc.option(party, { freq: 10 }),
  amount: fc.option(amount, { freq: 8 }),
  selector: fc.option(fc.constantFrom(TRANSFER, PAY, '095ea7b3', '23b872dd', 'a22cb465', 'd505accf', '00000000'), {
    freq: 10,
  }),
  tail: fc.option(fc.constantFrom('00', 'ff', '00'.repeat(32), 'ab'), { freq: 12 }),
  cut: fc.option(fc.integer({ min: 1, max: 40 }), { freq: 14 }),
  dirt: fc.option(fc.integer({ min: 0, max: 11 }), { freq: 14 }),
  value: fc.option(amount, { freq: 10 }),
  decimals: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 14 }),
  total: fc.option(fc.constantFrom('0', '', '-1', '1e3', '0x10', ' 1', '1.', '0.0000000000000000000000001'), {
    freq: 20,
  }),
  type: fc.option(fc.constantFrom(null, 0, 1, 2, 3, 4), { freq: 8 }),
  gas: fc.option(gas, { freq: 8 }),
  gasLimit: fc.option(gas, { freq: 8 }),
  maxFeePerGas: fc.option(fc.option(fee), { freq: 8 }),
  maxPriorityFeePerGas: fc.option(fc.option(fee), { freq: 8 }),
  from: fc.option(party, { freq: 4 }),
  quoteId: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n }), { freq: 8 }),
  gasPrice: fc.option(fee, { freq: 4 }),
})

export const anyCase: fc.Arbitrary<Case> = fc.tuple(plain, fc.boolean(), spoilt).map(([good, isHonest, changes]) => {
  const change: Partial<typeof changes> = isHonest ? {} : changes
  const { shape } = good
  const units = change.amount ?? good.amount
  const to = addressOf[change.to ?? ({ transfer: 'token', native: 'treasury', router: 'router' } as const)[shape]]
  const recipient = addressOf[change.recipient ?? 'treasury']
  const words = {
    transfer: addressWord(recipient) + word(units),
    native: '',
    router: addressWord(addressOf[change.calledToken ?? 'token']) + word(units) + word(change.quoteId ?? good.quoteId),
  }[shape]
  const selector = change.selector ?? { transfer: TRANSFER, native: '', router: PAY }[shape]
  let data = selector + words
  // Dirt in the twelve bytes before the first address.
  if (typeof change.dirt === 'number' && words !== '') {
    data = `${data.slice(0, 8 + change.dirt * 2)}01${data.slice(10 + change.dirt * 2)}`
  }
  data += change.tail ?? ''
  if (typeof change.cut === 'number') data = data.slice(0, Math.max(0, data.length - change.cut))
  const maxFeePerGas = pick(change.maxFeePerGas, good.honestFee)
  const decimals = change.decimals ?? good.decimals
  return {
    total: change.total ?? decimalOf(good.amount, good.decimals),
    request: {
      chainId: change.chainId ?? good.chainId,
      type: pick(change.type, 2),
      from: change.from ? addressOf[change.from] : null,
      to,
      data: `0x${data}`,
      value: change.value ?? (shape === 'native' ? units : 0n),
      gas: pick(change.gas, good.honestGas),
      gasLimit: pick(change.gasLimit, good.honestGas),
      gasPrice: change.gasPrice ?? null,
      maxFeePerGas,
      maxPriorityFeePerGas: pick(change.maxPriorityFeePerGas, (good.honestFee * good.tipShare) / 100n),
    },
    choice: {
      chainId: good.chainId,
      payer: addressOf.payer,
      token: { address: shape === 'native' ? null : addressOf.token, decimals },
      protocolContracts: [addressOf.router],
      routerCalls: [routerCall],
      router: { names: { quoteId: String(good.quoteId), sku: 'OAK_US_5-I', reference: '' }, escrow: null },
      ceilings: { gas: 2_000_000n, maxFeePerGas: CEILING },
    },
  }
})

/** What was changed, where something was; a change may be to null. */
function pick<T>(change: T | null | undefined, good: T | null): T | null {
  return change === undefined ? good : change === null ? good : change
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
