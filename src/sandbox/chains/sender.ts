import { keccak256, type Address, type HDAccount, type Hex } from 'viem'
import type { ChainClient } from './client.ts'

export interface Call {
  readonly to: Address
  readonly data?: Hex
  readonly value?: bigint
}

export interface SentCall {
  readonly hash: Hex
  readonly raw: Hex
}

/** Signs and sends calls of one account, batch after batch; `keep` receives a signed batch before it is sent. */
export type Sender = (calls: readonly Call[], keep?: (signed: readonly SentCall[]) => void) => Promise<SentCall[]>

/** Creates a sender for `account`. The calls of a batch take consecutive nonces and usually land in one block. */
export function createSender(client: ChainClient, account: HDAccount): Sender {
  let last: Promise<unknown> = Promise.resolve()
  const send = async (calls: readonly Call[], keep?: (signed: readonly SentCall[]) => void) => {
    const first = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
    const { baseFeePerGas } = await client.getBlock()
    const tip = 10n ** 9n
    const fees = { gas: 400_000n, maxFeePerGas: (baseFeePerGas ?? 0n) * 4n + tip, maxPriorityFeePerGas: tip }
    const sent: SentCall[] = []
    for (const [index, call] of calls.entries()) {
      const nonce = first + index
      const raw = await account.signTransaction({ type: 'eip1559', chainId: client.chain.id, nonce, ...fees, ...call })
      sent.push({ hash: keccak256(raw), raw })
    }
    keep?.(sent)
    for (const { raw } of sent) await client.sendRawTransaction({ serializedTransaction: raw })
    return sent
  }
  return (calls, keep) => {
    const next = last.catch(() => undefined).then(() => send(calls, keep))
    last = next
    return next
  }
}
