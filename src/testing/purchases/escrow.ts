import { encodeFunctionData, parseAbi, type Address, type Hash } from 'viem'
import { findEscrowContracts } from '../../main/chain/guard/escrow-contracts.ts'
import type { Choice } from '../../main/purchases/quote/offer.ts'
import { topup, type TestSandbox, type TestTill } from './context.ts'
import type { TokenKey } from './sandbox-controls.ts'

export type EscrowContracts = Record<string, Address>

/** Switches Meadow's payments to its escrow; returns its contracts. */
export async function openEscrow(
  sandbox: TestSandbox,
  settings: Readonly<Record<string, unknown>>,
): Promise<EscrowContracts> {
  await sandbox.control('settings', { pricesFrozen: true, ...settings }, 'PATCH')
  const { data } = (await ask(sandbox, '/api/v1/networks/')) as {
    data: { key: string; protocolContracts: EscrowContracts }[]
  }
  return data.find(({ key }) => key === 'meadow')?.protocolContracts ?? {}
}

/** Returns a choice that is paid through Meadow's escrow. */
export async function chooseEscrow(
  sandbox: TestSandbox,
  till: TestTill,
  contracts: EscrowContracts,
  { token = 'usdc', sku = topup }: { readonly token?: TokenKey; readonly sku?: string } = {},
): Promise<Choice> {
  const usual = till.choice('meadow', token, sku)
  return {
    ...usual,
    product: { ...usual.product, evmServiceId: await serviceIdOf(sandbox, sku) },
    network: {
      ...usual.network,
      protocolContracts: Object.values(contracts),
      escrow: findEscrowContracts(contracts),
    },
  }
}

async function serviceIdOf(sandbox: TestSandbox, sku: string): Promise<number> {
  const text = JSON.stringify(await ask(sandbox, '/api/v1/products/grouped/?country=US'))
  return Number(new RegExp(`"sku":"${sku}"[^{]*?(?:{[^}]*}[^{]*?)*?"evmServiceId":(\\d+)`).exec(text)?.[1])
}

async function ask(sandbox: TestSandbox, path: string): Promise<unknown> {
  return (await fetch(`${sandbox.running.baseUrl}${path}`)).json()
}

const operatorAbi = parseAbi([
  'struct FulfillmentResult { uint256 id; string externalID; string receiptURI; uint8 status; }',
  'function registerERC20Fulfillment(uint256 serviceID, FulfillmentResult result)',
  'function putService(uint256 serviceID, address beneficiary, address fulfiller, uint16 feeBps)',
  'function pause(bool isPaused)',
  'function upgradeTo(address implementation)',
])

/** Calls one of the escrow's contracts as its operator; resolves once the call is mined. */
export async function operate(
  sandbox: TestSandbox,
  to: Address | undefined,
  functionName: 'registerERC20Fulfillment' | 'putService' | 'pause' | 'upgradeTo',
  args: readonly unknown[],
): Promise<void> {
  const owner = sandbox.treasury('meadow')
  const data = encodeFunctionData({ abi: operatorAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  const rpc = sandbox.rpc('meadow')
  const send = (method: string, params: unknown[]) => rpc.request({ method, params } as never)
  await send('anvil_impersonateAccount', [owner])
  const hash = (await send('eth_sendTransaction', [{ to, data, from: owner }])) as Hash
  const { status } = await rpc.waitForTransactionReceipt({ hash, pollingInterval: 100 })
  await send('anvil_stopImpersonatingAccount', [owner])
  if (status !== 'success') throw new Error(`${functionName} reverted`)
}
