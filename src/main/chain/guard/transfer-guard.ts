import { isAddressEqual, type Address } from 'viem'
import { fromUnits } from '../../../shared/money.ts'
import type { Fees, Transfer } from '../chain.ts'
import { judgePayment, type Judgement } from './payment-guard.ts'
import { refuse } from './refuse.ts'
import { feeCeilings, type PlannedStep } from '../plan/plan-payment.ts'

/** The transfer the user intends, its sender and chain, and the network's own fees. */
export interface TransferBounds {
  readonly chainId: number
  readonly from: Address
  readonly transfer: Transfer
  readonly own: Fees
}

type Unsigned = Pick<PlannedStep, 'to' | 'data' | 'value' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/**
 * Judges a transaction by its bytes, with the guard for payments; pure. Accepts only the intended transfer: an ERC-20 `transfer`, or the
 * native coin without data. Refuses the zero address, the account itself and the token as recipients.
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
    // Amounts here are whole units; the token's decimals do not matter.
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
  return refuse('bad-recipient')
}
