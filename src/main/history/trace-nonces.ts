import type { Address, Hash } from 'viem'
import type { Chain, SentTransaction } from '../chain/chain.ts'

export interface Trace {
  readonly chain: Pick<Chain, 'sent' | 'nonceUse'>
  readonly address: Address
  /** Used nonces that this ledger did not use, in descending order. */
  readonly nonces: readonly number[]
  /** The first relevant block; transactions before it are not searched. */
  readonly since: bigint
  /** Transactions whose effect is known, from logs or the service's list. */
  readonly shown: readonly Hash[]
  /** Finds more transactions of the account; called only if `shown` leaves nonces open. */
  readonly more: () => Promise<readonly Hash[]>
}

export interface Traced {
  /** Transactions that used the nonces, found by their hash. */
  readonly sent: readonly SentTransaction[]
  /** Nonces with an unknown use, in descending order. */
  readonly unseen: readonly number[]
}

/** Concurrent questions. */
const AT_ONCE = 25
/** Each nonce without a known hash takes some twenty questions to find. */
const MAX_SEARCHES = 50

/**
 * Finds the transaction that used each nonce, from the newest down to the first one before `since`. Missing logs prove nothing: a nonce
 * counts as seen only by a transaction with a known effect. Throws AppError if the network does not answer.
 */
export async function traceNonces({ chain, address, nonces, since, shown, more }: Trace): Promise<Traced> {
  const found = new Map<number, SentTransaction>()
  await readAll(shown)
  if (nonces.some((nonce) => !found.has(nonce))) await readAll(await more())
  const [sent, unseen]: [SentTransaction[], number[]] = [[], []]
  let searches = 0
  for (const nonce of nonces) {
    const one = found.get(nonce) ?? (searches++ < MAX_SEARCHES ? await search(nonce) : null)
    if (one !== null && one.block.number < since) break
    if (one === null || (one.effect === null && !shown.includes(one.hash))) unseen.push(nonce)
    else sent.push(one)
  }
  return { sent, unseen }

  async function readAll(hashes: readonly Hash[]): Promise<void> {
    for (let from = 0; from < hashes.length; from += AT_ONCE) {
      const some = await Promise.all(hashes.slice(from, from + AT_ONCE).map((hash) => chain.sent(address, hash)))
      for (const one of some) if (one) found.set(one.nonce, one)
    }
  }

  async function search(nonce: number): Promise<SentTransaction | null> {
    const use = await chain.nonceUse(address, nonce, [])
    // Nodes that pruned an account's state at one block lack it for older nonces too.
    if (use === null) searches = MAX_SEARCHES
    return use && chain.sent(address, use.hash)
  }
}
