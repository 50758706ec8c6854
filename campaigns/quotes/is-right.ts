import { PAY, TRANSFER, type Case } from './case.ts'

/** What a right quote pays: so many units to whom. */
export interface Payment {
  readonly recipient: string
  readonly units: bigint
}

/**
 * Whether a quote asks for exactly the payment that was chosen, told from its bytes alone: no code is shared with the guard that
 * is judged. Null for a quote that must be refused.
 */
export function paymentOf({ request, total, choice }: Case): Payment | null {
  const units = unitsOf(total, choice.token.decimals)
  if (units === null || units === 0n || request.chainId !== choice.chainId) return null
  if (request.from !== null && request.from.toLowerCase() !== choice.payer.toLowerCase()) return null
  if (![null, 0, 2].includes(request.type) || !areFeesRight(request, choice.ceilings)) return null
  const token = choice.token.address
  const payment = token === null ? nativeOf(request) : callOf(request, token, choice)
  if (payment === null || payment.units !== units) return null
  const forbidden = [`0x${'0'.repeat(40)}`, choice.payer, token ?? '']
  return forbidden.includes(payment.recipient) ? null : payment
}

function areFeesRight(request: Case['request'], ceilings: Case['choice']['ceilings']): boolean {
  const { type, gas, gasLimit, gasPrice, maxFeePerGas: fee, maxPriorityFeePerGas: tip } = request
  if (type === 0 && !(fee === null && tip === null)) return false
  if (gasPrice !== null) {
    const [least, most] = [tip ?? 0n, fee === null ? ceilings.maxFeePerGas : fee]
    if (gasPrice > ceilings.maxFeePerGas || (type !== 0 && (gasPrice < least || gasPrice > most))) return false
  }
  if (gas !== null && gasLimit !== null && gas !== gasLimit) return false
  if ((gas ?? gasLimit ?? 0n) > ceilings.gas) return false
  if (fee !== null && fee > ceilings.maxFeePerGas) return false
  return tip === null || tip <= (fee ?? ceilings.maxFeePerGas)
}

function nativeOf({ to, data, value }: Case['request']): Payment | null {
  return data === '0x' ? { recipient: to, units: value } : null
}

function callOf(
  { to, data, value }: Case['request'],
  token: string,
  { protocolContracts: routers, router: bounds }: Case['choice'],
): Payment | null {
  const hex = data.slice(2)
  const [selector, words] = [hex.slice(0, 8), hex.slice(8)]
  if (value !== 0n || words.length % 64 !== 0) return null
  const address = (index: number): string | null => {
    const word = words.slice(index * 64, index * 64 + 64)
    return word.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : null
  }
  const units = BigInt(`0x${words.slice(64, 128) || '0'}`)
  if (selector === TRANSFER && words.length === 128 && to === token) {
    const recipient = address(0)
    return recipient === null ? null : { recipient, units }
  }
  const isRouterCall = selector === PAY && words.length === 192 && routers.some((router) => router === to)
  if (!isRouterCall || address(0) !== token) return null
  return String(BigInt(`0x${words.slice(128)}`)) === bounds?.names.quoteId ? { recipient: to, units } : null
}

/** Exact units of a plain decimal number; null for anything else, or for more digits than the token has. */
function unitsOf(text: string, decimals: number): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return null
  const cut = fraction.slice(0, decimals)
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  return BigInt(whole + cut.padEnd(decimals, '0'))
}
