import { encodeFunctionData, type Address, type Hex } from 'viem'
import { routerAbi } from './sim-escrow-abi.ts'
import type { Generation, SimEscrow } from './sim-escrow-books.ts'

/** A call to an escrow's router. */
export interface RouterCall {
  readonly to: Address
  readonly data: Hex
}

/** Encodes a payment of units and the contract's fee, for the first service under its first reference. */
export function payIntoEscrow(
  { router, services: [service] }: SimEscrow,
  { payer, token, units }: { readonly payer: Address; readonly token: Address; readonly units: bigint },
): RouterCall {
  const [serviceRef] = service?.references ?? []
  if (!service || serviceRef === undefined) throw new Error('The escrow has no service')
  const request = { payer, fiatAmount: 500n, serviceRef, token, tokenAmount: units }
  return {
    to: router,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'requestERC20Service', args: [service.id, request] }),
  }
}

/** Encodes the withdrawal of a refund as the generation requires. */
export function withdrawFrom(
  { router }: SimEscrow,
  generation: Generation,
  one: { readonly serviceId: bigint; readonly recordId: bigint; readonly token: Address; readonly payer: Address },
): RouterCall {
  const functionName = 'withdrawERC20Refund'
  const { serviceId, recordId, token, payer } = one
  const data =
    generation === '1'
      ? encodeFunctionData({ abi: routerAbi, functionName, args: [serviceId, token, payer] })
      : encodeFunctionData({ abi: routerAbi, functionName, args: [serviceId, recordId] })
  return { to: router, data }
}
