import type { LoggedApproval } from '../chain/chain.ts'
import type { ReadableDb } from '../db/connections.ts'
import { readRestoredAt } from '../db/copies/restored-mark.ts'
import { reconcileActivity } from './reconcile-activity.ts'
import type { FoundTransfer } from './find-transfers.ts'
import { readForeignNonces, readOwnNonces, readReconciled, type AccountPlace } from './reconciling-repository.ts'
import type { Reconciling, SeenNonce } from './reconciling.ts'
import { createBlockSearch, restartSearch } from './search-blocks.ts'
import { isQuestion } from './unseen.ts'
import { deleteUnseen, readUnseen, writeUnseen } from './unseen-repository.ts'

/**
 * Returns whether this ledger explains every transaction of the account, so that it may pay. No nonce may be used by anything else, not
 * even by a pending transaction that the user has not checked. A restored ledger must have been reconciled since. Throws AppError if the
 * network does not answer.
 */
export async function isReconciled(one: Pick<Reconciling, 'ledger' | 'chain' | 'place'>): Promise<boolean> {
  return (await howReconciled(one)) !== null
}

/** `checked`: a foreign transaction is pending, and the user knows about it. Once mined it counts like any other. */
async function howReconciled({
  ledger,
  chain,
  place,
}: Pick<Reconciling, 'ledger' | 'chain' | 'place'>): Promise<'ledger' | 'checked' | null> {
  const highest = await chain.highestNonce(place.address)
  if (explains(ledger, place, highest)) return 'ledger'
  const unseen = readUnseen(ledger, place)
  if (!unseen?.acknowledged || !unseen.waits || !areOwn(ledger, place, unseen.below, highest)) return null
  const { nonce } = await chain.minedNonce(place.address)
  return explains(ledger, place, nonce) ? 'checked' : null
}

/** Stops at the first foreign nonce: `nonce`, the first unused one, may be any number that one node claims. */
function explains(ledger: ReadableDb, place: AccountPlace, nonce: number): boolean {
  const known = readReconciled(ledger, place)
  const restoredAt = readRestoredAt(ledger)
  if (restoredAt !== null && (known === null || known.at < restoredAt)) return false
  return areOwn(ledger, place, known?.below ?? 0, nonce)
}

/** Returns whether this ledger used every nonce from the first one up to `nonce`. */
function areOwn(ledger: ReadableDb, place: AccountPlace, first: number, nonce: number): boolean {
  const own = readOwnNonces(ledger, place, first)
  for (let one = first; one < nonce; one++) if (!own.has(one)) return false
  return true
}

/** What was seen of accounts that are not reconciled yet, by place. */
export type SeenNonces = Map<string, SeenNonce>

/** The result for an account: `unseen` if nodes do not show what used some nonces. */
export type Reconciled = 'reconciled' | 'waiting' | 'unseen'

/**
 * Reconciles an account with the chain and the service's whole list. Stores spends made elsewhere, and payments unknown to the service,
 * for display. It waits while what was seen may still be reorganized. What no node shows becomes a question to the user. Throws AppError if
 * network or service do not answer completely.
 */
export async function reconcile(one: Reconciling, seen: SeenNonces): Promise<Reconciled> {
  const { ledger, chain, place } = one
  const how = await howReconciled(one)
  if (how === 'ledger' && readUnseen(ledger, place) !== null) deleteUnseen(ledger, place)
  if (how !== null) return 'reconciled'
  const key = `${place.profileId} ${place.chainInstance} ${place.address}`
  const mark = await markOf(one, seen.get(key))
  seen.set(key, mark)
  const { state } = await chain.blockStatus(mark.at)
  if (state === 'gone') seen.delete(key)
  if (state !== 'final') return 'waiting'
  // Nothing new was mined, and something is pending: there is nothing to search for yet.
  if (explains(ledger, place, mark.nonce)) {
    seen.delete(key)
    return noteWaiting(one, mark.nonce)
  }
  if (!(await reconcileActivity(one, mark))) {
    mark.isUnseen = true
    restartSearch(mark.transfers)
    restartSearch(mark.approvals)
    return 'unseen'
  }
  seen.delete(key)
  return explains(ledger, place, await chain.highestNonce(place.address)) ? 'reconciled' : 'waiting'
}

/** Returns the mark to reconcile up to. What no node shows holds up nothing that the account did since. */
async function markOf({ chain, place }: Reconciling, before: SeenNonce | undefined): Promise<SeenNonce> {
  if (before && !before.isUnseen) return before
  const newest = await chain.minedNonce(place.address)
  if (before && newest.nonce <= before.nonce) return before
  return {
    ...newest,
    isUnseen: false,
    since: null,
    transfers: createBlockSearch<FoundTransfer>(),
    approvals: createBlockSearch<LoggedApproval>(),
    listed: { next: null, whole: null },
  }
}

/** A transaction pending elsewhere may never be mined, or one node invented it: after a while it becomes a question too. */
async function noteWaiting({ ledger, chain, place, network, now }: Reconciling, mined: number): Promise<Reconciled> {
  const below = await chain.highestNonce(place.address)
  const { name, explorerUrl } = network
  const count = readForeignNonces(ledger, place, mined, Math.min(below, mined + MAX_COUNTED)).length
  if (count === 0) return 'waiting'
  writeUnseen(ledger, { ...place, below, count, waits: true, network: name, explorer: explorerUrl, foundAt: now() })
  const unseen = readUnseen(ledger, place)
  return unseen !== null && isQuestion(unseen, now()) ? 'unseen' : 'waiting'
}

const MAX_COUNTED = 1_000
