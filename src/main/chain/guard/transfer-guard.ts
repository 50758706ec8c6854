import { isAddressEqual, type Address } from 'viem'
import { fromUnits } from '../../../shared/money.ts'
import type { Fees, Transfer } from '../chain.ts'
import { judgePayment, type Judgement } from './payment-guard.ts'
import { feeCeilings, type PlannedStep } from '../plan/plan-payment.ts'

/** What a person means to send, from which account and on which chain, and what the network itself asks as fee. */
export interface TransferBounds {
  readonly chainId: number
  readonly from: Address
  readonly transfer: Transfer
  readonly own: Fees
}

type Unsigned = Pick<PlannedStep, 'to' | 'data' | 'value' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/**
 * Judges a transaction by what its bytes do, with the guard that payments go through; pure. Only exactly the transfer that was meant
 * passes: an ERC-20 `transfer`, or the network's own coin without data, never to nobody, to the account itself or to the token.
 */
export function judgeTransfer(
  { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }: Unsigned,
  chainId: number,
  { from, transfer, own, chainId: expected }: TransferBounds,
): Judgement {
  const judgement = judgePayment(
    {
      chainId,
      type: 2,
      from,
      to,
      data,
      value,
      gas,
      gasLimit: null,
      gasPrice: null,
      maxFeePerGas,
      maxPriorityFeePerGas,
    },
    // Units are counted whole: what they are called does not matter here.
    fromUnits(transfer.units, 0),
    {
      chainId: expected,
      payer: from,
      token: { address: transfer.token, decimals: 0 },
      protocolContracts: [],
      router: null,
      routerCalls: [],
      ceilings: feeCeilings(own),
    },
  )
  if (!judgement.ok || isAddressEqual(judgement.effect.recipient, transfer.recipient)) return judgement
  return { ok: false, reason: 'bad-recipient' }
}
