import { encodeFunctionData, formatUnits, getAddress, isAddressEqual, parseEventLogs, parseUnits } from 'viem'
import type { Address, Hex, TransactionReceipt } from 'viem'
import { escrowAbi } from '../../chains/escrow-abi.ts'
import { upgradeCalls, type Escrow, type Generation } from '../../chains/escrow.ts'
import type { Chain } from '../../chains/chain.ts'
import type { Call } from '../../chains/sender.ts'
import type { Service } from '../context.ts'
import type { LiveToken } from '../catalog/find-token.ts'
import type { PricedQuote } from '../quote/pricing.ts'
import { invalid } from '../service-error.ts'
import type { Settings } from '../settings.ts'

/** The escrow's fee on every payment, in basis points; its tokens charge none of their own. */
const FEE_BPS = 150n

/** Returns the escrow's generation, which the kind of refunds may require; null where no escrow is used. */
export function generationInUse({ escrow, refunds }: Pick<Settings, 'escrow' | 'refunds'>): Generation | null {
  if (refunds === 'claim') return '1.1'
  if (refunds === 'claim-sum') return '1'
  return escrow === 'none' ? null : escrow
}

/** Returns the escrow through which a chain is currently paid, or null. */
export function escrowInUse({ settings }: Pick<Service, 'settings'>, chain: Chain | undefined): Escrow | null {
  return generationInUse(settings) === null ? null : (chain?.contracts.escrow ?? null)
}

/** Returns the on-chain reference of a quote's delivery. */
function referenceOf(quoteId: number): string {
  return `sandbox-${quoteId}`
}

/** Returns a quote's amounts with the fee that the escrow's contract adds, exact to the last unit. */
export function priceForEscrow({ digitalAssetAmount }: PricedQuote, { decimals }: LiveToken): PricedQuote {
  const units = parseUnits(digitalAssetAmount, decimals)
  const fee = (units * FEE_BPS + 9_999n) / 10_000n
  return {
    digitalAssetAmount,
    feeAmount: formatUnits(fee, decimals),
    totalAmount: formatUnits(units + fee, decimals),
    totalUnits: units + fee,
  }
}

/** The contents of one payment to the escrow. */
export interface EscrowOrder {
  readonly quoteId: number
  readonly serviceId: number
  readonly token: LiveToken
  readonly sender: string | undefined
  readonly fiatValue: string
  readonly amount: string
}

/** Prepares the escrow for an order and returns the call that pays it. */
export async function openOrder(
  service: Service,
  chain: Chain,
  escrow: Escrow,
  order: EscrowOrder,
): Promise<{ to: Address; data: Hex }> {
  const { quoteId, serviceId, token, sender, fiatValue, amount } = order
  if (sender === undefined) throw invalid({ sender: 'is needed to pay through the escrow' })
  await prepare(service, chain, escrow, order)
  const request = {
    payer: getAddress(sender),
    fiatAmount: parseUnits(fiatValue, 2),
    serviceRef: referenceOf(quoteId),
    token: token.address,
    tokenAmount: parseUnits(amount, token.decimals),
  }
  const data = encodeFunctionData({
    abi: escrowAbi,
    functionName: 'requestERC20Service',
    args: [BigInt(serviceId), request],
  })
  return { to: escrow.router, data }
}

/** Returns whether a mined payment went through the escrow with a quote's reference. */
export function paysOrder(escrow: Escrow, receipt: TransactionReceipt, quoteId: number): boolean {
  return parseEventLogs({ abi: escrowAbi, eventName: 'ERC20ServiceRequested', logs: receipt.logs }).some(
    ({ address, args }) => isAddressEqual(address, escrow.router) && args.request.serviceRef === referenceOf(quoteId),
  )
}

/** Puts generation, token, product and reference on chain where missing; resolves once they are mined. */
async function prepare(service: Service, chain: Chain, escrow: Escrow, order: EscrowOrder): Promise<void> {
  const { registry, tokenRegistry } = escrow
  const encode = (functionName: 'putService' | 'addRef' | 'putToken', args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: escrowAbi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  const id = BigInt(order.serviceId)
  const { treasury } = chain
  const isTaken = await chain.client.readContract({
    address: tokenRegistry,
    abi: escrowAbi,
    functionName: 'isTokenWhitelisted',
    args: [order.token.address],
  })
  const calls: Call[] = [
    ...(await upgrades(chain, escrow, generationInUse(service.settings))),
    ...(isTaken ? [] : [{ to: tokenRegistry, data: encode('putToken', [order.token.address, true, 0]) }]),
    { to: registry, data: encode('putService', [id, treasury, treasury, Number(FEE_BPS)]) },
    { to: registry, data: encode('addRef', [id, referenceOf(order.quoteId)]) },
  ]
  const sent = await chain.sendAsTreasury(calls)
  for (const { hash } of sent) await chain.client.waitForTransactionReceipt({ hash, timeout: 20_000 })
}

const IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** Returns the calls that upgrade the escrow to a generation; none where it has that already. */
export async function upgrades(chain: Chain, escrow: Escrow, wanted: Generation | null): Promise<Call[]> {
  if (wanted === null) return []
  const slot = await chain.client.getStorageAt({ address: escrow.vault, slot: IMPLEMENTATION })
  const isWanted = slot?.toLowerCase().endsWith(escrow.code[wanted].vault.slice(2).toLowerCase()) ?? false
  return isWanted ? [] : upgradeCalls(escrow, wanted)
}
