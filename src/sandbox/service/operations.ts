/** Every operation with the name that the control door uses, and the pattern of its requests. */
const patterns = [
  ['listProducts', 'GET', /^\/api\/v1\/products\/grouped\/$/],
  ['listNetworks', 'GET', /^\/api\/v1\/networks\/$/],
  ['listTokens', 'GET', /^\/api\/v1\/tokens\/[^/]+\/$/],
  ['listCountries', 'GET', /^\/api\/v1\/countries\/$/],
  ['createQuote', 'POST', /^\/api\/v1\/quotes\/$/],
  ['createAlternateQuote', 'POST', /^\/quotes$/],
  ['getWallet', 'GET', /^\/api\/v1\/wallets\/[^/]+\/$/],
  ['registerTransaction', 'POST', /^\/api\/v1\/wallets\/[^/]+\/transactions\/$/],
  ['listTransactions', 'GET', /^\/api\/v1\/wallets\/[^/]+\/transactions\/$/],
  ['getTransaction', 'GET', /^\/api\/v1\/wallets\/[^/]+\/transactions\/[^/]+\/$/],
  ['faucet', 'POST', /^\/faucet$/],
  ['picture', 'GET', /^\/images\//],
] as const

export type Operation = (typeof patterns)[number][0]

export const operations = patterns.map(([name]) => name)

/** The interface's operations, which check credentials and count against the limit. */
export const countedOperations: readonly Operation[] = operations.filter(
  (name) => name !== 'faucet' && name !== 'picture',
)

/** Returns the operation of a request, or null. */
export function operationOf(method: string, path: string): Operation | null {
  return patterns.find(([, wanted, pattern]) => wanted === method && pattern.test(path))?.[0] ?? null
}
