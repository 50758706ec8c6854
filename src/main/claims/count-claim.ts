import { isAddressEqual } from 'viem'
import type { ListedTransfer } from '../chain/chain.ts'
import { countRefund } from '../purchases/refund/count-refund.ts'
import { readSoundPurchase } from '../purchases/purchase-repository.ts'
import { insertPossibleRefund, readPossibleRefunds } from '../purchases/refund/refund-repository.ts'
import {
  insertCovered,
  markCounted,
  readClaim,
  readCountedUnits,
  type ClaimRecord,
  type CoveredPurchase,
} from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { shareSum, type Shares } from './cover-sum.ts'
import { findOthersInPot } from './find-others-in-pot.ts'

/** The amount that a claim brought: its transfer, or the part that no purchase has. */
type Arrival = Pick<ListedTransfer, 'hash' | 'units'> & { readonly ordinal: number | null }

/**
 * Assigns a final claim's amount to purchases as their refund: the vault's transfer to the wallet in the claim's own transaction, or the
 * part not yet assigned. Asks the person if two or more purchases could have it. Returns the affected purchases; null while the majority of
 * nodes does not show the transfer. Throws AppError if the network does not answer.
 */
export async function countClaim(context: ClaimsContext, id: string): Promise<readonly string[] | null> {
  const { ledger } = context
  const claim = readClaim(ledger, id)
  if (claim === null || claim.step.state !== 'final') return []
  const came = await findArrival(context, claim)
  if (came === null) return null
  const { certain, possible } = await findShares(context, claim, came.units)
  const concerned = new Set<string>()
  ledger
    .transaction(() => {
      // If it was counted meanwhile, it is shared again next time.
      if (readClaim(ledger, id)?.uncovered !== claim.uncovered) return
      if (claim.countedAt === null) markCounted(ledger, id, came, context.now())
      for (const one of certain) if (count(context, claim, came, one)) concerned.add(one.id)
      for (const one of possible) if (ask(context, claim, came, one)) concerned.add(one.id)
    })
    .immediate()
  context.onCounted([...concerned])
  return [...concerned]
}

async function findArrival(context: ClaimsContext, claim: ClaimRecord): Promise<Arrival | null> {
  const { step, uncovered, ordinal } = claim
  if (claim.countedAt === null) return findTransfer(context, claim)
  return step.minedHash === null ? null : { hash: step.minedHash, units: uncovered ?? 0n, ordinal }
}

/** Returns the vault's transfer to the wallet, with its position among those of the coin to the wallet in the claim's transaction. */
async function findTransfer(context: ClaimsContext, claim: ClaimRecord): Promise<Arrival | null> {
  const { step, profileId, network, chainInstance, token, from, vault } = claim
  const { minedHash, blockNumber } = step
  const service = context.service(profileId)
  if (service === null || minedHash === null || blockNumber === null) return null
  const chain = context.chain(network, service.profile)
  if ((await chain.instance()) !== chainInstance) return null
  const inBlock = await chain.transfersTo([token], from, blockNumber, blockNumber)
  const listed = inBlock.filter(({ hash }) => hash === minedHash)
  if (listed.length === 0) {
    // Nodes prune the logs of old blocks before their receipts, or the other way round.
    const [only, ...more] = await chain.escrowWithdrawals({ hash: minedHash, blockNumber, vault, token, payee: from })
    return only === undefined || more.length > 0
      ? null
      : unassigned(context, { ...only, hash: minedHash, ordinal: null })
  }
  const own = listed.filter(({ isProven }) => isProven).sort((one, other) => one.logIndex - other.logIndex)
  const ordinal = own.findIndex((one) => isAddressEqual(one.from, vault))
  const found = own[ordinal]
  return found === undefined ? null : unassigned(context, { ...found, ordinal })
}

/** Returns the amount minus what purchases have of it: an older copy of the ledger may have assigned some. */
function unassigned({ ledger }: ClaimsContext, { hash, units, ordinal }: Arrival): Arrival {
  return { hash, units: units - readCountedUnits(ledger, hash), ordinal }
}

/**
 * Returns whose refund came. A sum may have grown between its signing and its block, or have been withdrawn meanwhile. So its shares are
 * determined from the refunds that no longer wait, besides the purchases that it was signed for.
 */
async function findShares(context: ClaimsContext, claim: ClaimRecord, units: bigint): Promise<Shares> {
  const { recordId, covers } = claim
  if (recordId !== null) return { certain: units > 0n ? covers.map(({ id }) => ({ id, units })) : [], possible: [] }
  const [claimed, ...signed] = claim.countedAt === null ? covers : []
  const others = [...signed, ...(await findOthersInPot(context, claim, covers, 'withdrawn'))]
  return shareSum(units, claimed ?? null, others)
}

function count(
  context: ClaimsContext,
  claim: ClaimRecord,
  { hash, ordinal }: Arrival,
  { id, units }: CoveredPurchase,
): boolean {
  const { ledger, now } = context
  const record = readSoundPurchase(ledger, id)
  if (record === null || record.state.refund === 'seen') return false
  insertCovered(ledger, claim.id, [{ id, units }])
  const refund = { hash, ordinal, units, from: claim.vault, evidence: 'claim' as const }
  countRefund({ ledger, now, onChanged: () => undefined }, record, refund, { isWhole: true })
  return true
}

/** Asks once whether the rest is a purchase's refund. */
function ask(
  { ledger, now }: ClaimsContext,
  claim: ClaimRecord,
  { hash, ordinal }: Arrival,
  { id, units }: CoveredPurchase,
): boolean {
  if (readPossibleRefunds(ledger, id).some((one) => one.hash === hash)) return false
  const question = {
    hash,
    ordinal,
    units,
    sender: claim.vault,
    isProven: true,
    isKnown: true,
    covers: [id],
    happenedAt: null,
  }
  insertPossibleRefund(ledger, id, question, now())
  return true
}
