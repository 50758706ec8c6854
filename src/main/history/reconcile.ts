import { getAddress, type Hash } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { BlockRef, Chain } from '../chain/chain.ts'
import type { Database } from '../db/open-database.ts'
import type { ListedTransaction } from '../service/list-transactions.ts'
import type { AllTransactions, ListPosition } from '../service/read-all-transactions.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { findTransfers, type FoundTransfer, type TransferSearch, type WatchedToken } from './find-transfers.ts'
import { writeForeignPayment } from './foreign-payments-repository.ts'
import {
  isOwnHash,
  readOwnNonces,
  readReconciled,
  readRestoredAt,
  writeReconciled,
  type AccountPlace,
} from './reconciling-repository.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const LEAST_BACK = 100_000n
/** Blocks that a network's pace is measured over. */
const SAMPLE = 1_000n

export interface Reconciling {
  readonly ledger: Database
  readonly chain: Chain
  readonly client: Pick<ServiceClient, 'readAllTransactions'>
  readonly place: AccountPlace
  /** How the network is called, and where its block explorer is, as the service gave it. */
  readonly network: { readonly name: string; readonly explorerUrl: string }
  readonly tokens: readonly WatchedToken[]
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Whether every transaction of the account is explained by this ledger, so that it may pay: no nonce is used by anything else, not
 * even by what still waits to be mined, and a ledger out of a backup was reconciled since. AppError where the network does not answer.
 */
export async function isExplained({
  ledger,
  chain,
  place,
}: Pick<Reconciling, 'ledger' | 'chain' | 'place'>): Promise<boolean> {
  const known = readReconciled(ledger, place)
  const restoredAt = readRestoredAt(ledger)
  if (restoredAt !== null && (known === null || known.at < restoredAt)) return false
  return explains(ledger, place, known?.below ?? 0, await chain.highestNonce(place.address))
}

function explains(ledger: Database, place: AccountPlace, below: number, nonce: number): boolean {
  const own = readOwnNonces(ledger, place, below)
  for (let one = below; one < nonce; one++) if (!own.has(one)) return false
  return true
}

/** The nonces an account had used at some block; explained once that block is final. */
interface SeenNonce {
  readonly nonce: number
  readonly at: BlockRef
  readonly search: TransferSearch
  /** Where an error stopped the service's list, and the list once it was read to its end. */
  readonly listed: { next: ListPosition | null; whole: AllTransactions | null }
}

/** What was seen of accounts that are not explained yet, each by its place. */
export type SeenNonces = Map<string, SeenNonce>

/**
 * Explains an account anew from the chain and from the service's whole list: spends made elsewhere, and payments that the service
 * does not have, are stored to be shown. Answers whether it is explained now; false while what was seen may yet be taken back.
 * AppError where network or service do not answer completely.
 */
export async function reconcile(one: Reconciling, seen: SeenNonces): Promise<boolean> {
  const { ledger, chain, place } = one
  if (await isExplained(one)) return true
  const key = `${place.profileId} ${place.chainInstance} ${place.address}`
  const mark = seen.get(key) ?? {
    ...(await chain.minedNonce(place.address)),
    search: { next: null, found: [] },
    listed: { next: null, whole: null },
  }
  seen.set(key, mark)
  const { state } = await chain.standing(mark.at)
  if (state === 'gone') seen.delete(key)
  if (state !== 'final') return false
  await explain(one, mark)
  seen.delete(key)
  return explains(ledger, place, mark.nonce, await chain.highestNonce(place.address))
}

/** Reads the service's whole list, on from where an error stopped it; one that was read to its end is not asked for again. */
async function readList(
  client: Reconciling['client'],
  { address }: AccountPlace,
  listed: SeenNonce['listed'],
): Promise<AllTransactions> {
  if (listed.whole !== null) return listed.whole
  const list = await client.readAllTransactions({ address, ...(listed.next ? { from: listed.next } : {}) })
  listed.next = list.next ?? null
  if (list.error) throw list.error
  // Rows that nobody can read explain nothing: their payments are found on chain, and are shown without a purpose.
  if (!list.complete && list.unreadable === undefined) {
    throw new AppError('service-malformed', 'The service’s list is not complete')
  }
  listed.whole = list
  return list
}

async function explain(one: Reconciling, mark: SeenNonce): Promise<void> {
  const { nonce, at, search } = mark
  const { ledger, client, place, now } = one
  const list = await readList(client, place, mark.listed)
  const listed = new Set(list.transactions.map((transaction) => transaction.blockchainTransactionHash))
  const isExplainedOf = (hash: Hash): boolean => listed.has(hash) || isOwnHash(ledger, hash)
  search.next ??= await firstBlock(one, at.number)
  const transfers = await findTransfers(one, at.number, search)
  const payments = await withTimes(
    one,
    transfers.filter(({ hash }) => !isExplainedOf(hash)),
  )
  ledger
    .transaction(() => {
      for (const transaction of list.transactions) storeSpend(one, transaction)
      for (const payment of payments) {
        if (!isExplainedOf(payment.hash)) writeForeignPayment(ledger, place, payment, now())
      }
      writeReconciled(ledger, place, { below: nonce, at: now(), block: at.number })
    })
    .immediate()
}

/** The first block to be searched: after the last that was, else a week back, and 100,000 blocks at least. */
async function firstBlock({ ledger, chain, place }: Reconciling, last: bigint): Promise<bigint> {
  const known = readReconciled(ledger, place)?.block ?? null
  if (known !== null) return known + 1n
  const back = max(await blocksWithin(chain, last, WEEK_MS), LEAST_BACK)
  return last > back ? last - back : 0n
}

/** How many blocks a network makes in some milliseconds, by its newest ones; 0 where nobody says. */
async function blocksWithin(chain: Chain, last: bigint, ms: number): Promise<bigint> {
  if (last < SAMPLE) return 0n
  try {
    const took = (await chain.blockTime(last)) - (await chain.blockTime(last - SAMPLE))
    return took > 0 ? BigInt(Math.ceil((ms / took) * Number(SAMPLE))) : 0n
  } catch {
    return 0n
  }
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

function storeSpend({ ledger, place, now }: Reconciling, transaction: ListedTransaction): void {
  const { id, blockchainTransactionHash, status, brandName, productSku, tokenUsed, tokenAmountPaid, created } =
    transaction
  if (!/^0x[0-9a-f]{64}$/.test(blockchainTransactionHash)) return
  const hash = blockchainTransactionHash as `0x${string}`
  if (isOwnHash(ledger, hash)) return
  writeForeignPayment(
    ledger,
    place,
    {
      hash,
      token: tokenUsed,
      amount: tokenAmountPaid,
      spend: { transactionId: id, product: brandName === '' ? productSku : brandName, status },
      happenedAt: created === '' ? null : created,
    },
    now(),
  )
}

/** The transfers as they are written down; a time that no node tells stays unknown, since paying must not wait for it. */
async function withTimes({ chain, network, place }: Reconciling, transfers: readonly FoundTransfer[]) {
  const payments = []
  for (const { hash, to, units, of: token, blockNumber } of transfers) {
    const at = await chain.blockTime(blockNumber).catch(() => null)
    payments.push({
      hash,
      token: token.symbol,
      amount: fromUnits(units, token.decimals),
      happenedAt: at === null ? null : new Date(at).toISOString(),
      place: {
        chainInstance: place.chainInstance,
        network: network.name,
        explorer: network.explorerUrl,
        recipient: getAddress(to),
      },
    })
  }
  return payments
}
