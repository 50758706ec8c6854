import { afresh } from '../../shared/afresh.ts'
import type { AllowancesView, RevocationOfferView } from '../../shared/allowance-views.ts'
import { AppError } from '../../shared/errors.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { feeOfferExpired } from '../engine/fee-offer.ts'
import { createSingleStepRunner } from '../engine/run-single-steps.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { confirmRevocation } from './confirm-revocation.ts'
import { listAllowances, type Listing } from './list-allowances.ts'
import { offerRevocation, type RevocationOffer } from './offer-revocation.ts'
import { listOpenRevocations, readRevocation } from './revocation-repository.ts'
import { createApprovalScanner } from './scan-approvals.ts'

/** The allowances room as the app uses it. */
export interface Allowances {
  /** What was last read; reads anew where asked to or where that is over half a minute old. */
  list(fresh: boolean): Promise<AllowancesView>
  /** What taking an allowance back costs. */
  offer(id: string): Promise<RevocationOfferView>
  /** Signs and sends what was offered, `acceptFee` only with the password; answers what stands since. */
  confirm(offerKey: string, acceptFee: boolean): Promise<AllowancesView>
  /** Reads again and tells, where anybody has asked before. */
  refresh(): void
  /** Takes up what is open, and reviews what has ended; to be called once. */
  start(): void
  /** Takes up what is open; to be called whenever the connection is back. */
  nudge(): void
  stop(): Promise<void>
}

const GOOD_FOR_MS = 30_000

/** Builds the allowances room; nothing moves before it is nudged. */
export function createAllowances(context: AllowancesContext): Allowances {
  const scanApprovals = createApprovalScanner()
  const runner = createSingleStepRunner(context, {
    what: 'revocation',
    kind: 'revoke',
    listOpen: () => listOpenRevocations(context.ledger),
    read: (id) => readRevocation(context.ledger, id),
    onMoved: refresh,
  })
  let last: { readonly at: number; readonly owner: string | null; readonly listing: Listing } | null = null
  let offer: RevocationOffer | null = null

  const readNow = afresh(async (): Promise<Listing> => {
    const owner = context.wallet.address()
    const listing =
      owner === null ? { views: [], targets: new Map() } : await listAllowances(context, owner, scanApprovals)
    last = { at: context.monotonic(), owner, listing }
    return listing
  })

  function known(): Promise<Listing> {
    const isGood = last !== null && last.owner === context.wallet.address()
    return isGood && last !== null ? Promise.resolve(last.listing) : readNow()
  }

  function refresh(): void {
    if (last === null) return
    readNow().then(
      ({ views }) => context.onChanged(views),
      (error: unknown) => context.onUnforeseen(error, 'reading of permissions'),
    )
  }

  async function sign(one: RevocationOffer, acceptFee: boolean): Promise<string> {
    const { chainInstance } = one.target.place
    try {
      return await context.locks({ chainInstance, from: one.from }, () => confirmRevocation(context, one, acceptFee))
    } catch (error) {
      if (isDiskError(error)) context.onDiskError(error)
      throw error
    }
  }

  return {
    async list(fresh) {
      const isOld = last === null || context.monotonic() - last.at > GOOD_FOR_MS
      return (await (fresh || isOld ? readNow() : known())).views
    },
    async offer(id) {
      const target = (await known()).targets.get(id)
      if (!target) throw new AppError('not-found', 'There is no such permission')
      offer = await offerRevocation(context, target)
      return offer.view
    },
    async confirm(offerKey, acceptFee) {
      const one = offer
      if (one?.view.offerKey !== offerKey) throw feeOfferExpired()
      const id = await sign(one, acceptFee)
      if (offer === one) offer = null
      runner.look(id)
      const { views } = await readNow()
      context.onChanged(views)
      return views
    },
    refresh,
    start: () => runner.start(),
    nudge: () => runner.look(),
    stop: runner.stop,
  }
}
