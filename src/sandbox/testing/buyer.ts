import { randomUUID } from 'node:crypto'
import { encodeFunctionData, parseUnits, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { tokenAbi } from '../chains/abi.ts'
import type { Chain } from '../chains/chain.ts'
import { tokensOf } from '../service/catalog/find-token.ts'
import type { TransactionRequest } from '../service/quote/transaction-request.ts'
import type { Sandbox } from '../start-sandbox.ts'

export interface Quote {
  id: number
  sku: string
  digitalAsset: string
  totalAmount: string
  transactionRequest: TransactionRequest
}

export type Json = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

/** Requests `path` of a sandbox; a body makes it a POST. */
export async function ask(
  sandbox: Sandbox,
  path: string,
  init: RequestInit & { json?: unknown } = {},
): Promise<Answer> {
  const { json, ...rest } = init
  const posted = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  const headers = { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...rest.headers }
  const response = await fetch(`${sandbox.baseUrl}${path}`, { ...posted, ...rest, headers })
  const text = await response.text()
  let body: Json
  try {
    body = JSON.parse(text) as Json
  } catch {
    body = { text }
  }
  return { status: response.status, headers: response.headers, body }
}

function tokenCall(functionName: 'approve' | 'transfer', to: Address, value: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName, args: [to, value] })
}

/** Creates a buyer with a new key, who buys from a sandbox as a client does. */
export function createBuyer(sandbox: Sandbox, chainKey: 'harbour' | 'meadow') {
  const account = privateKeyToAccount(generatePrivateKey())
  const chain = sandbox.service.chains.find(({ network }) => network.key === chainKey) as Chain
  const token = (symbol: string) => tokensOf(chain).find((one) => one.symbol === symbol)?.address as Address
  const { client } = chain

  const send = async (call: { to: Address; data: Hex; value?: bigint }) => {
    const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
    const fees = { gas: 900_000n, maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n }
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.network.chainId,
      nonce,
      ...fees,
      ...call,
    })
    return client.sendRawTransaction({ serializedTransaction: raw })
  }
  const mine = (blocks = 2) => client.mine({ blocks })
  return {
    address: account.address,
    chain,
    token,
    send,
    mine,
    fill: () => ask(sandbox, '/faucet', { json: { address: account.address } }),
    quote: async (sku: string, digitalAsset = 'USDC'): Promise<Quote> => {
      const fiatCurrency = sandbox.service.catalog.find(sku)?.price.fiatCurrency
      const json = { sku, fiatCurrency, digitalAsset, chainId: chain.network.chainId, sender: account.address }
      const { status, body } = await ask(sandbox, '/api/v1/quotes/', { json })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body as unknown as Quote
    },
    approve: (symbol: string, spender: Address, value: bigint) =>
      send({ to: token(symbol), data: tokenCall('approve', spender, value) }),
    transfer: (symbol: string, to: Address, value: bigint) =>
      send({ to: token(symbol), data: tokenCall('transfer', to, value) }),
    /** Pays a quote, its allowance first where needed, and mines the confirmations. */
    pay: async (quote: Quote): Promise<Hex> => {
      const { to, data } = quote.transactionRequest
      if (chain.contracts.router) {
        const digits = tokensOf(chain).find(({ symbol }) => symbol === quote.digitalAsset)?.decimals ?? 0
        const units = parseUnits(quote.totalAmount, digits)
        await send({ to: token(quote.digitalAsset), data: tokenCall('approve', to as Address, units) })
      }
      const hash = await send({ to: to as Address, data: data as Hex })
      await mine()
      return hash
    },
    registration: (quote: Quote, hash: string, changes: { reference?: string; fields?: Json; intent?: Json } = {}) => ({
      reference: changes.reference ?? '+12015550123',
      requiredFields: Object.entries(changes.fields ?? {}).map(([key, value]) => ({ key, value })),
      transactionIntent: {
        sku: quote.sku,
        quantity: 1,
        amount: Number(quote.totalAmount),
        chain: chain.network.key,
        token: token(quote.digitalAsset),
        wallet: account.address,
        integrator: 'till',
        hasAcceptedTerms: true,
        quoteId: quote.id,
        ...changes.intent,
      },
      transactionReceipt: { hash, virtualMachineType: 'EVM' },
    }),
    register: (json: unknown, key: string = randomUUID(), path: string = account.address) =>
      ask(sandbox, `/api/v1/wallets/${path}/transactions/?integrator=till`, {
        json,
        headers: { 'Idempotency-Key': key },
      }),
    balance: (symbol: string) =>
      client.readContract({
        address: token(symbol),
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [account.address],
      }),
  }
}

export type Buyer = ReturnType<typeof createBuyer>
