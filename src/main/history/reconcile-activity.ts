import { getAddress, isAddressEqual, type Address, type Hash } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { readRestoredAt } from '../db/copies/restored-mark.ts'
import { fromUnits } from '../../shared/money.ts'
import { isHash } from '../../shared/scalars.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { LoggedApproval, SentTransaction } from '../chain/chain.ts'
import type { ListedTransaction } from '../service/operations/list-transactions.ts'
import type { AllTransactions } from '../service/operations/read-all-transactions.ts'
import { findTransfers, type FoundTransfer } from './find-transfers.ts'
import { firstBlock } from './first-block.ts'
import { writeForeignPayment } from './foreign-payments-repository.ts'
import { readForeignNonces, readOwnHashes, readReconciled, writeReconciled } from './reconciling-repository.ts'
import type { Reconciling, SeenNonce } from './reconciling.ts'
import { searchBlocks } from './search-blocks.ts'
import { traceNonces, type Traced } from './trace-nonces.ts'
import { deleteUnseen, readUnseen, writeUnseen } from './unseen-repository.ts'

/** Stores the account's activity up to `mark`. Returns whether all of it was seen, or acknowledged by the user. */
export async function reconcileActivity(one: Reconciling, mark: SeenNonce): Promise<boolean> {
  const { nonce, at } = mark
  const { ledger, chain, client, place, network, now } = one
  const list = await readList(client, place, mark.listed)
  const listed = new Set(list.transactions.map((transaction) => transaction.blockchainTransactionHash))
  const isOwn = readOwnHashes(ledger, place)
  const isReconciledOf = (hash: Hash): boolean => listed.has(hash) || isOwn(hash)
  const known = readReconciled(ledger, place)
  mark.since ??= await firstBlock(chain, known?.block ?? null, at.number)
  const { since } = mark
  mark.transfers.next ??= since
  mark.approvals.next ??= since
  const transfers = await findTransfers(one, at.number, mark.transfers)
  const foreign = readForeignNonces(ledger, place, known?.below ?? 0, nonce)
  const traced = await trace(one, { foreign, since, mark, list, transfers })
  const moved = [...transfers.map(paidInToken), ...traced.sent.flatMap((sent) => paidBy(one, sent))]
  const payments = await withTimes(
    one,
    moved.filter(({ hash }) => !isReconciledOf(hash)),
  )
  const stored = readUnseen(ledger, place)
  const checkedBelow = stored?.acknowledged && !stored.waits ? stored.below : 0
  const unseen = traced.unseen.filter((used) => used >= checkedBelow)
  ledger
    .transaction(() => {
      for (const transaction of list.transactions) storeSpend(one, transaction, isOwn)
      for (const payment of payments) writeForeignPayment(ledger, place, payment, now())
      const [highest] = unseen
      if (highest !== undefined) {
        const { name, explorerUrl } = network
        const what = { below: highest + 1, count: unseen.length, waits: false, network: name, explorer: explorerUrl }
        writeUnseen(ledger, { ...place, ...what, foundAt: now() })
        return
      }
      if (stored !== null && !stored.waits) deleteUnseen(ledger, place)
      // If the clock was set back since, a restored ledger would never count as reconciled.
      const reconciledAt = Math.max(now(), readRestoredAt(ledger) ?? 0)
      writeReconciled(ledger, place, { below: nonce, at: reconciledAt, block: at.number })
    })
    .immediate()
  return unseen.length === 0
}

const DAY_MS = 24 * 3_600_000

/** Finds what used the foreign nonces; uses only entries of the service's list that may be as recent as the first block searched. */
async function trace(
  { chain, place, tokens }: Reconciling,
  found: {
    readonly foreign: readonly number[]
    readonly since: bigint
    readonly mark: SeenNonce
    readonly list: AllTransactions
    readonly transfers: readonly FoundTransfer[]
  },
): Promise<Traced> {
  const { foreign: nonces, since, mark, list, transfers } = found
  if (nonces.length === 0) return { sent: [], unseen: [] }
  const { address } = place
  const began = since === 0n ? 0 : await chain.blockTime(since).catch(() => 0)
  const isYoung = (created: string): boolean => !(Date.parse(created) < began - DAY_MS)
  const listed = list.transactions.flatMap(({ blockchainTransactionHash: hash, created }) =>
    isHash(hash) && isYoung(created) ? [hash] : [],
  )
  const approvals = async (): Promise<Hash[]> => {
    const addresses = tokens.map((token) => token.address)
    const read = async (from: bigint, to: bigint): Promise<readonly LoggedApproval[]> =>
      chain.approvalsBy(addresses, address, from, to)
    return (await searchBlocks(mark.approvals, mark.at.number, read)).map(({ hash }) => hash)
  }
  const shown = [...new Set([...transfers.map(({ hash }) => hash), ...listed])]
  return traceNonces({ chain, address, nonces, since, shown, more: approvals })
}

/** Coins that left the account. */
interface Paid {
  readonly hash: Hash
  readonly to: Address
  readonly token: string
  /** Exact decimal text. */
  readonly amount: string
  readonly blockNumber: bigint
}

function paidInToken({ hash, to, units, of, blockNumber }: FoundTransfer): Paid {
  return { hash, to, token: of.symbol, amount: fromUnits(units, of.decimals), blockNumber }
}

/** Returns a transaction's payments in coins that the service accepts. */
function paidBy({ tokens, payableNative }: Reconciling, { hash, block, effect }: SentTransaction): Paid[] {
  if (effect === null) return []
  const inTokens = effect.transfers.flatMap((transfer) => {
    const of = tokens.find(({ address }) => isAddressEqual(address, transfer.token))
    return of ? [paidInToken({ ...transfer, of })] : []
  })
  if (effect.native === null || payableNative === null) return inTokens
  const { to, units } = effect.native
  const amount = fromUnits(units, NATIVE_DECIMALS)
  return [...inTokens, { hash, to, token: payableNative, amount, blockNumber: block.number }]
}

function storeSpend(
  { ledger, place, now }: Reconciling,
  transaction: ListedTransaction,
  isOwn: (hash: Hash) => boolean,
): void {
  const {
    id,
    blockchainTransactionHash: hash,
    status,
    brandName,
    productSku,
    tokenUsed,
    tokenAmountPaid,
    created,
  } = transaction
  if (!isHash(hash) || isOwn(hash)) return
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

/** Returns the payments for storage; a missing block time stays unknown, since paying must not wait for it. */
async function withTimes({ chain, network, place }: Reconciling, payments: readonly Paid[]) {
  const timed = []
  for (const { hash, to, token, amount, blockNumber } of payments) {
    const at = await chain.blockTime(blockNumber).catch(() => null)
    timed.push({
      hash,
      token,
      amount,
      happenedAt: at === null ? null : new Date(at).toISOString(),
      chainRecord: {
        chainInstance: place.chainInstance,
        network: network.name,
        explorer: network.explorerUrl,
        recipient: getAddress(to),
      },
    })
  }
  return timed
}

/** Reads the service's whole list, resuming after an error; a complete list is not read again. */
async function readList(
  client: Reconciling['client'],
  { address }: Reconciling['place'],
  listed: SeenNonce['listed'],
): Promise<AllTransactions> {
  if (listed.whole !== null) return listed.whole
  const list = await client.readAllTransactions({ address, ...(listed.next ? { from: listed.next } : {}) })
  listed.next = list.next ?? null
  if (list.error) throw list.error
  // Unreadable rows explain nothing: their payments are found on chain, and shown without a purpose.
  if (!list.complete && list.unreadable === undefined) {
    throw new AppError('service-malformed', 'The service’s list is not complete')
  }
  listed.whole = list
  return list
}
