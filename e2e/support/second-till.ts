import { randomUUID } from 'node:crypto'
import { createPublicClient, http, type Address, type Hash, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { RunningSandbox } from '../../scripts/launch/start-sandbox.ts'

type Service = Pick<RunningSandbox, 'baseUrl' | 'profile'>
type Json = Record<string, unknown>

async function ask({ baseUrl, profile }: Service, path: string, body?: Json, headers = {}): Promise<Json> {
  const response = await fetch(`${baseUrl}${path}`, {
    headers: {
      'Content-Type': 'application/json',
      ...(profile.token ? { Authorization: `Bearer ${profile.token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Json
}

/** Creates another wallet that buys from the sandbox on Harbour, as another register does. */
export async function openSecondTill(service: Service) {
  const account = privateKeyToAccount(generatePrivateKey())
  const networks = (await ask(service, '/api/v1/networks/'))['data'] as {
    key: string
    chainId: number
    rpcUrl: string
  }[]
  const harbour = networks.find(({ key }) => key === 'harbour')
  if (!harbour) throw new Error('There is no Harbour')
  const tokens = (await ask(service, '/api/v1/tokens/harbour/'))['data'] as { symbol: string; address: Address }[]
  const token = tokens.find(({ symbol }) => symbol === 'USDC')?.address
  const node = createPublicClient({ transport: http(harbour.rpcUrl), pollingInterval: 100 })
  await ask(service, '/faucet', { address: account.address })

  return {
    address: account.address,
    /** Buys `sku`, whose price is in `fiatCurrency`; returns the payment's hash once it is registered. */
    async buy({
      sku,
      fiatCurrency,
      reference,
    }: {
      sku: string
      fiatCurrency: string
      reference: string
    }): Promise<Hash> {
      const { chainId } = harbour
      const quoted = { sku, fiatCurrency, digitalAsset: 'USDC', chainId, sender: account.address }
      const quote = await ask(service, '/api/v1/quotes/', quoted)
      const { to, data } = quote['transactionRequest'] as { to: Address; data: Hex }
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        to,
        data,
        gas: 200_000n,
        maxFeePerGas: 20n * 10n ** 9n,
        maxPriorityFeePerGas: 10n ** 9n,
        nonce: await node.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      })
      const hash = await node.sendRawTransaction({ serializedTransaction: raw })
      await node.waitForTransactionReceipt({ hash, confirmations: 2 })
      const { integrator } = service.profile
      const transactionIntent = {
        sku,
        quantity: 1,
        amount: Number(quote['totalAmount']),
        chain: 'harbour',
        token,
        integrator,
        wallet: account.address,
        hasAcceptedTerms: true,
        quoteId: quote['id'],
      }
      await ask(
        service,
        `/api/v1/wallets/${account.address}/transactions/?integrator=${integrator}`,
        { reference, requiredFields: [], transactionIntent, transactionReceipt: { hash, virtualMachineType: 'EVM' } },
        { 'Idempotency-Key': randomUUID() },
      )
      return hash
    },
  }
}
