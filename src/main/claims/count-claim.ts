import { isAddressEqual } from 'viem'
import type { ListedTransfer } from '../chain/chain.ts'
import { countRefund } from '../purchases/count-refund.ts'
import { readSoundPurchase } from '../purchases/purchase-repository.ts'
import { markCounted, readClaim, type ClaimRecord, type CoveredPurchase } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { coverSum, onlyWay } from './cover-sum.ts'
import { findMates } from './offer-claim.ts'

/**
 * Gives the purchases that a final claim covers their refund: what the vault sent to the wallet in the claim's own transaction. False while
 * most nodes do not show that. AppError where the network does not answer.
 */
export async function countClaim(context: ClaimsContext, id: string): Promise<boolean> {
  const { ledger, now } = context
  const claim = readClaim(ledger, id)
  if (claim === null || claim.step.state !== 'final' || claim.countedAt !== null) return true
  const came = await findTransfer(context, claim)
  if (came === null) return false
  const covers = await findCovered(context, claim, came.units)
  const ids = covers.map((covered) => covered.id)
  const counted: string[] = []
  ledger
    .transaction(() => {
      if (readClaim(ledger, id)?.countedAt !== null) return
      markCounted(ledger, id, covers, now())
      for (const covered of covers) {
        const record = readSoundPurchase(ledger, covered.id)
        const refund = { hash: came.hash, place: came.place, units: covered.units, from: claim.vault }
        const counting = { ledger, now, onChanged: (purchaseId: string) => void counted.push(purchaseId) }
        if (record) countRefund(counting, record, { ...refund, evidence: 'claim' }, { isWhole: true, covers: ids })
      }
    })
    .immediate()
  context.onCounted(counted)
  return true
}

type Came = Pick<ListedTransfer, 'hash' | 'units'> & { readonly place: number }

/** The vault's transfer to the wallet, with its place among those of the coin to the wallet in the claim's transaction. */
async function findTransfer(context: ClaimsContext, claim: ClaimRecord): Promise<Came | null> {
  const { step, profileId, network, chainInstance, token, from, vault } = claim
  const { minedHash, blockNumber } = step
  const service = context.service(profileId)
  if (service === null || minedHash === null || blockNumber === null) return null
  const chain = context.chain(network, service.profile)
  if ((await chain.instance()) !== chainInstance) return null
  const inBlock = await chain.transfersTo(token, from, blockNumber, blockNumber)
  const own = inBlock
    .filter(({ hash, isProven }) => hash === minedHash && isProven)
    .sort((one, other) => one.logIndex - other.logIndex)
  const place = own.findIndex((one) => isAddressEqual(one.from, vault))
  const found = own[place]
  return found === undefined ? null : { hash: found.hash, units: found.units, place }
}

/** What a claim turned out to cover: a sum may have grown between its signing and its block, or have been withdrawn meanwhile. */
async function findCovered(
  context: ClaimsContext,
  { recordId, covers, units: signed, ...pot }: ClaimRecord,
  units: bigint,
): Promise<readonly CoveredPurchase[]> {
  const [asked, ...others] = covers
  if (asked === undefined) return []
  if (recordId !== null) return [{ ...asked, units }]
  if (units <= signed) return coverSum(units, asked, others)
  // It took along what was authorized meanwhile.
  const gone = await findMates(context, pot, covers, 'withdrawn')
  return [...covers, ...onlyWay(units - signed, gone)]
}
