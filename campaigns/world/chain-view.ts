import type { Address, Hash } from 'viem'
import { AppError } from '../../src/shared/errors.ts'
import type { Call, Chain, Receipt, TokenTransfer } from '../../src/main/chain/chain.ts'
import type { SimClock } from './clock.ts'
import type { SimBlock, SimChain } from './sim-chain.ts'
import { execute, key, type SimTransfer } from './sim-state.ts'

const WORST_GAS = 60_000n
const PRIORITY = 1_000_000_000n

/** A simulated chain as Till asks it, each answer `delay()` milliseconds after its question. */
export function viewChain(chain: SimChain, clock: SimClock, delay: () => number): Chain {
  const genesis = chain.blocks()[0]?.hash ?? '0x'
  const ask = async <T>(answer: () => T): Promise<T> => {
    await clock.sleep(delay())
    return answer()
  }
  const at = (number: bigint): SimBlock | undefined => chain.blocks()[Number(number)]
  const finalized = (): bigint => BigInt(Math.max(0, chain.head().number - chain.finalityDepth))
  const nonceOf = (account: Address): number => chain.head().state.nonces.get(key(account)) ?? 0
  const read = (hash: Hash): Receipt | null => {
    const found = chain.find(hash)
    if (found === null) return null
    const { block, receipt } = found
    const { succeeded, fee } = receipt
    return { hash, succeeded, blockNumber: BigInt(block.number), blockHash: block.hash, fee, isBacked: true }
  }
  const tokenOf = (address: Address): { symbol: string; decimals: number } => {
    const token = chain.contracts.tokens.find((one) => key(one.address) === key(address))
    if (!token) throw new AppError('network-unreachable', 'No such token')
    return token
  }
  const run = (from: Address, state: SimBlock['state'], call: Call & { gas?: bigint }): ReturnType<typeof execute> =>
    execute(chain.contracts, state, {
      ...{ from, to: call.to, data: call.data, value: call.value, gas: call.gas ?? WORST_GAS },
      ...{ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
    })
  const transfersIn = (from: bigint, to: bigint, isWanted: (one: SimTransfer) => boolean): TokenTransfer[] =>
    chain
      .blocks()
      .slice(Number(from), Number(to) + 1)
      .flatMap(({ number, receipts }) =>
        receipts.flatMap(({ hash, transfers }, place) =>
          transfers.filter(isWanted).map((one) => ({
            hash,
            logIndex: place * 10 + transfers.indexOf(one),
            token: one.token,
            from: one.from,
            to: one.to,
            units: one.units,
            blockNumber: BigInt(number),
          })),
        ),
      )
  return {
    chainId: chain.chainId,
    instance: () => ask(() => `${chain.chainId}:${genesis}`),
    head: () => ask(() => BigInt(chain.head().number)),
    finalized: () => ask(finalized),
    minedNonce: (account) =>
      ask(() => {
        const { number, hash } = chain.head()
        return { nonce: nonceOf(account), at: { number: BigInt(number), hash } }
      }),
    standing: (block) =>
      ask(() => {
        if (at(block.number)?.hash !== block.hash) return { state: 'gone', isBacked: true }
        const isFinal = block.number <= finalized()
        return { state: isFinal ? 'final' : 'open', isBacked: isFinal }
      }),
    nonceUse: (account, nonce) =>
      ask(() => {
        for (const { number, hash, receipts } of chain.blocks()) {
          const use = receipts.find((one) => key(one.from) === key(account) && one.nonce === nonce)
          const block = { number: BigInt(number), hash }
          if (use) return { hash: use.hash, block, isBacked: true, emitted: use.succeeded }
        }
        return null
      }),
    // A block a second since the world began.
    blockTime: (number) => ask(() => Number(number) * 1000),
    pendingNonce: (account) => ask(() => chain.pendingCount(account)),
    highestNonce: (account) => ask(() => chain.pendingCount(account)),
    nativeBalance: (account) => ask(() => chain.head().state.native.get(key(account)) ?? 0n),
    tokenBalance: (token, account) => ask(() => chain.head().state.balances.get(key(token, account)) ?? 0n),
    allowance: (token, owner, spender) =>
      ask(() => chain.head().state.allowances.get(key(token, owner, spender)) ?? 0n),
    isContract: (address) =>
      ask(() =>
        [...chain.contracts.tokens.map((token) => token.address), chain.contracts.router]
          .map((one) => key(one))
          .includes(key(address)),
      ),
    tokenFacts: (token) => ask(() => ({ symbol: tokenOf(token).symbol, decimals: tokenOf(token).decimals })),
    receipt: (hash) => ask(() => read(hash)),
    fees: () => ask(() => ({ maxFeePerGas: chain.baseFee() * 2n + PRIORITY, maxPriorityFeePerGas: PRIORITY })),
    l1Fee: () => ask(() => 0n),
    estimateGas: (from, call) =>
      ask(() => {
        const { succeeded, gasUsed } = run(from, chain.head().state, call)
        return succeeded ? gasUsed : null
      }),
    async send(raw) {
      await clock.sleep(delay())
      await chain.submit(raw)
      return null
    },
    simulate: (account, calls, tokens) =>
      ask(() => {
        let { state } = chain.head()
        const before = state
        for (const call of calls) {
          const done = run(account, state, call)
          if (!done.succeeded) return 'failed'
          state = done.state
        }
        const units = (from: typeof state, token: Address): bigint => from.balances.get(key(token, account)) ?? 0n
        const native = (from: typeof state): bigint => from.native.get(key(account)) ?? 0n
        return [...tokens.map((token) => units(state, token) - units(before, token)), native(state) - native(before)]
      }),
    transfersTo: (token, to, fromBlock, toBlock) =>
      ask(() => transfersIn(fromBlock, toBlock, (one) => key(one.token) === key(token) && key(one.to) === key(to))),
    transfersFrom: (tokens, from, fromBlock, toBlock) =>
      ask(() =>
        transfersIn(
          fromBlock,
          toBlock,
          (one) => tokens.some((token) => key(one.token) === key(token)) && key(one.from) === key(from),
        ),
      ),
    approvalsBy: () => ask(() => []),
  }
}
