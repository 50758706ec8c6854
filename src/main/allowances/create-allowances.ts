import { coalesce } from '../../shared/coalesce.ts'
import type {
  AllowancesView,
  AllowanceView,
  RevocationOfferView,
  RevocationView,
} from '../../shared/allowances/views.ts'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { signUnderLock } from '../engine/account-locks.ts'
import { feeOfferExpired } from '../engine/fee-offer.ts'
import { createSingleStepRunner } from '../engine/run-single-steps.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { confirmRevocation } from './confirm-revocation.ts'
import { createRevocationFees } from './fee-revocation.ts'
import { listAllowances, type Listing } from './list-allowances.ts'
import { offerRevocation, type RevocationOffer } from './offer-revocation.ts'
import { listOpenRevocations, readRevocation, type RevocationRecord } from './revocation-repository.ts'
import { toRevocationView } from './revocation-view.ts'
import { createApprovalScanner } from './scan-approvals.ts'

/** The allowances as the app uses them. */
export interface Allowances {
  /** Returns the last read; reads again if `fresh`, or if the last read is over half a minute old. */
  list(fresh: boolean): Promise<AllowancesView>
  /** Returns the cost of revoking an allowance. */
  offer(id: string): Promise<RevocationOfferView>
  /** Signs and sends the offer, `acceptFee` only with the password; returns the updated allowances. */
  confirm(offerKey: string, acceptFee: boolean): Promise<AllowancesView>
  /** Returns a signed revocation, in any state. */
  revocation(id: string): RevocationView
  /** Lists revocations that wait longer than their profile allows. */
  attention(): AttentionView[]
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends the offer, `acceptFee` only with the password; returns the updated allowances. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<AllowancesView>
  /** Reads again and notifies, if the allowances were requested before. */
  refresh(): void
  /** Resumes open revocations, and reviews settled ones; must be called only once. */
  start(): void
  /** Resumes open revocations; called whenever the connection is back. */
  nudge(): void
  /** Notifies of everything that waits for a block after a network's trouble changed, without a request to the network. */
  networkMoved(): void
  stop(): Promise<void>
}

const GOOD_FOR_MS = 30_000

/** Creates the allowances; nothing runs before it is nudged. */
export function createAllowances(context: AllowancesContext): Allowances {
  const scanApprovals = createApprovalScanner()
  const runner = createSingleStepRunner(context, {
    what: 'revocation',
    kind: 'revoke',
    listOpen: () => listOpenRevocations(context.ledger),
    read: (id) => readRevocation(context.ledger, id),
    onChanged() {
      context.onRevocation()
      refresh()
    },
  })
  const fees = createRevocationFees(context, find)
  let last: { readonly at: number; readonly owner: string | null; readonly listing: Listing } | null = null
  let offer: RevocationOffer | null = null

  function find(id: string): RevocationRecord {
    const found = readRevocation(context.ledger, id)
    if (found === null) throw new AppError('not-found', 'Nothing of that was taken back')
    return found
  }
  const view = (record: RevocationRecord): RevocationView => toRevocationView(context, record, runner.waitOf(record.id))

  const readNow = coalesce(async (): Promise<Listing> => {
    const owner = context.wallet.address()
    const listing =
      owner === null ? { views: [], targets: new Map() } : await listAllowances(context, owner, scanApprovals, view)
    last = { at: context.monotonic(), owner, listing }
    return listing
  })

  const withNewest = (allowance: AllowanceView): AllowanceView =>
    allowance.revoking === null ? allowance : { ...allowance, revoking: view(find(allowance.revoking.id)) }

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

  async function goOn(id: string): Promise<AllowancesView> {
    runner.poll(id)
    const { views } = await readNow()
    context.onChanged(views)
    return views
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
      const { chainInstance } = one.target.place
      const id = await signUnderLock(context, { chainInstance, from: one.from }, () =>
        confirmRevocation(context, one, acceptFee),
      )
      if (offer === one) offer = null
      return goOn(id)
    },
    revocation: (id) => view(find(id)),
    attention: () =>
      runner.overdue().map(({ id, raisedAt }) => ({ about: 'revocation', raisedAt, revocation: view(find(id)) })),
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return goOn(id)
    },
    refresh,
    start: () => runner.start(),
    nudge: () => runner.poll(),
    networkMoved() {
      if (last === null || listOpenRevocations(context.ledger).length === 0) return
      const views = last.listing.views.map((network) => ({
        ...network,
        allowances: network.allowances.map(withNewest),
      }))
      last = { ...last, listing: { ...last.listing, views } }
      context.onChanged(views)
    },
    stop: runner.stop,
  }
}
