import { encodeFunctionData, erc20Abi, keccak256, parseGwei, type Hash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { ExternalPaymentView } from '../../src/shared/external/views.ts'
import { toUnits, type Decimal } from '../../src/shared/money.ts'
import type { SimChain } from '../world/sim-chain.ts'
import { key } from '../world/sim-state.ts'

interface Payer {
  readonly chain: SimChain
  readonly account: PrivateKeyAccount
}

/** Signs and sends what Till shows, as another wallet does. */
export async function payElsewhere({ chain, account }: Payer, asked: ExternalPaymentView): Promise<Hash> {
  const { chainId, token, recipient, totalAmount, decimals } = asked
  if (token === null) throw new Error('This wallet pays with tokens')
  const payer = key(account.address)
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: (chain.head().state.nonces.get(payer) ?? 0) + chain.pool().filter(({ from }) => key(from) === payer).length,
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [recipient, toUnits(totalAmount as Decimal, decimals)],
    }),
    gas: 100_000n,
    maxFeePerGas: parseGwei('90'),
    maxPriorityFeePerGas: parseGwei('2'),
  })
  await chain.submit(raw)
  return keccak256(raw)
}
