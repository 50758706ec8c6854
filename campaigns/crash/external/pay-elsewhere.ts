import { encodeFunctionData, erc20Abi, keccak256, parseGwei, type Address, type Hash, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ExternalPaymentView } from '../../../src/shared/external/views.ts'
import { toUnits, type Decimal } from '../../../src/shared/money.ts'
import type { SimChain } from '../../world/sim-chain.ts'
import { key as stateKey } from '../../world/sim-state.ts'

/** How many times the tip the highest fee is. By default the tip is 2 gwei, as wallets offer. */
const FEE_PER_TIP = 45n

interface Payer {
  readonly chain: SimChain
  readonly account: PrivateKeyAccount
}

/** A plain transfer as another wallet signs it. */
export interface PlainTransfer {
  readonly chainId: number
  readonly token: Address
  readonly to: Address
  readonly units: bigint
  readonly nonce: number
  /** Wei per gas, for the base fee and the tip. Default: 90 gwei. */
  readonly maxFee?: bigint
}

/** Returns the transfer that Till shows, without a nonce. */
export function transferOf({
  chainId,
  token,
  recipient,
  totalAmount,
  decimals,
}: ExternalPaymentView): Omit<PlainTransfer, 'nonce'> {
  if (token === null) throw new Error('This wallet pays with tokens')
  return { chainId, token, to: recipient, units: toUnits(totalAmount as Decimal, decimals) }
}

/** Returns the signed bytes of a token transfer; sends nothing. */
export function signTransfer(account: PrivateKeyAccount, transfer: PlainTransfer): Promise<Hex> {
  const { chainId, nonce, token, to, units, maxFee = parseGwei('90') } = transfer
  return account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
    gas: 100_000n,
    maxFeePerGas: maxFee,
    // A pool replaces a transaction only by one that raises both fees, so the tip rises with the highest fee.
    maxPriorityFeePerGas: maxFee / FEE_PER_TIP,
  })
}

/** Signs and sends what Till shows, as another wallet does. */
export async function payElsewhere({ chain, account }: Payer, asked: ExternalPaymentView): Promise<Hash> {
  const payer = stateKey(account.address)
  const nonce =
    (chain.head().state.nonces.get(payer) ?? 0) + chain.pool().filter(({ from }) => stateKey(from) === payer).length
  const raw = await signTransfer(account, { ...transferOf(asked), nonce })
  await chain.submit(raw)
  return keccak256(raw)
}
