import { keccak256, parseGwei, type Hash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { SimClock } from '../world/clock.ts'
import type { SimChain } from '../world/sim-chain.ts'
import type { RouterCall } from '../world/sim-escrow-calls.ts'
import { key } from '../world/sim-state.ts'

/** Another program with the same key that knows nothing of Till. */
export interface OtherMachine {
  readonly chain: SimChain
  readonly account: PrivateKeyAccount
  /** The hashes of everything it ever signed. */
  readonly sent: ReadonlySet<Hash>
  /** Sends a call. Signs it again while `isWanted`, if its nonce was taken or it was lost. Returns the final hash. */
  send(call: RouterCall, isWanted?: () => boolean): Promise<Hash | null>
}

const AGAIN_MS = 1_000
const MAX_TRIES = 60
const GAS = 900_000n

/** Opens another program that signs with `account`. */
export function openOtherMachine(clock: SimClock, chain: SimChain, account: PrivateKeyAccount): OtherMachine {
  const sent = new Set<Hash>()

  async function sign({ to, data }: RouterCall, nonce: number): Promise<Hash> {
    const fees = { maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('30') }
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      nonce,
      to,
      data,
      gas: GAS,
      ...fees,
    })
    const hash = keccak256(raw)
    sent.add(hash)
    await chain.submit(raw)
    return hash
  }

  async function send(call: RouterCall, isWanted: () => boolean = () => true): Promise<Hash | null> {
    let hash: Hash | null = null
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const mined = hash === null ? null : chain.find(hash)
      if (mined && mined.block.number <= chain.finalized().number) return hash
      const isDropped = mined === null && !chain.pool().some((one) => one.hash === hash)
      if (isDropped && isWanted()) {
        // It ignores pending transactions: if Till's was there first, the one with the higher fee is mined.
        hash = await sign(call, chain.head().state.nonces.get(key(account.address)) ?? 0).catch(() => null)
      }
      await clock.sleep(AGAIN_MS)
    }
    return null
  }

  return { chain, account, sent, send }
}
