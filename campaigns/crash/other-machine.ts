import { keccak256, parseGwei, type Hash } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { SimClock } from '../world/clock.ts'
import type { SimChain } from '../world/sim-chain.ts'
import type { RouterCall } from '../world/sim-escrow-calls.ts'
import { key } from '../world/sim-state.ts'

/** Another program with the same key, which nobody told of Till. */
export interface OtherMachine {
  readonly chain: SimChain
  readonly account: PrivateKeyAccount
  /** Everything it ever signed. */
  readonly sent: ReadonlySet<Hash>
  /** Sends a call once; signs it anew where something else took its nonce or it was lost, as long as `isWanted`; returns what is final. */
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
      ...{ type: 'eip1559', chainId: chain.chainId, nonce, to, data, gas: GAS },
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
      const isLost = mined === null && !chain.pool().some((one) => one.hash === hash)
      if (isLost && isWanted()) {
        // It knows nothing of what waits: where Till's is there before, the one that pays more is mined.
        hash = await sign(call, chain.head().state.nonces.get(key(account.address)) ?? 0).catch(() => null)
      }
      await clock.sleep(AGAIN_MS)
    }
    return null
  }

  return { chain, account, sent, send }
}
