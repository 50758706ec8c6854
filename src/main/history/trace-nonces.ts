import type { Address, Hash } from 'viem'
import type { Chain, SentTransaction } from '../chain/chain.ts'

export interface Trace {
  readonly chain: Pick<Chain, 'sent' | 'nonceUse'>
  readonly address: Address
  /** Used nonces that this ledger did not use, in descending order. */
  readonly nonces: readonly number[]
  /** The first block that matters; transactions before it are not looked for. */
  readonly since: bigint
  /** Transactions whose effect is known, by logs or by the service's list. */
  readonly shown: readonly Hash[]
  /** Finds more transactions of the account; asked only where `shown` leaves nonces open. */
  readonly more: () => Promise<readonly Hash[]>
}

export interface Traced {
  /** Transactions that used the nonces, seen by their hash. */
  readonly sent: readonly SentTransaction[]
  /** Nonces that something unknown used, in descending order. */
  readonly unseen: readonly number[]
}

/** Questions asked at once. */
const AT_ONCE = 25
/** Each nonce that no hash names costs some twenty questions to find. */
const MOST_SEARCHES = 50

/**
 * Finds the transaction that used each nonce, from the newest down to the first one before `since`. Missing logs prove nothing: a nonce
 * counts as seen only by a transaction whose effect is known. AppError where the network does not answer.
 */
export async function traceNonces({ chain, address, nonces, since, shown, more }: Trace): Promise<Traced> {
  const found = new Map<number, SentTransaction>()
  await readAll(shown)
  if (nonces.some((nonce) => !found.has(nonce))) await readAll(await more())
  const [sent, unseen]: [SentTransaction[], number[]] = [[], []]
  let searches = 0
  for (const nonce of nonces) {
    const one = found.get(nonce) ?? (searches++ < MOST_SEARCHES ? await search(nonce) : null)
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
    // Where nodes have forgotten what an account was, they have for older nonces too.
    if (use === null) searches = MOST_SEARCHES
    return use && chain.sent(address, use.hash)
  }
}
