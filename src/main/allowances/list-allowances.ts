import type { Address } from 'viem'
import type { AllowancesView, AllowanceView, RevocationView } from '../../shared/allowances/views.ts'
import { toAppError, type ErrorCode } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import { isStepOpen } from '../engine/steps/step-record.ts'
import { routerPaymentUnderWay } from '../purchases/purchase-repository.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { findTargets, targetId, type Target, type Targets } from './find-targets.ts'
import { findNewestRevocation, type RevocationRecord } from './revocation-repository.ts'
import type { ApprovalScanner } from './scan-approvals.ts'

/** An amount from here up is unlimited in practice. */
const UNLIMITED = 2n ** 255n

/** The current allowances as shown, and the target of each row. */
export interface Listing {
  readonly views: AllowancesView
  readonly targets: ReadonlyMap<string, Target>
}

/** Returns a revocation as shown. */
type ViewOf = (revocation: RevocationRecord) => RevocationView

/** Reads every allowance that exists or is being revoked; what a network does not say is unknown, never 0. */
export async function listAllowances(
  context: AllowancesContext,
  owner: Address,
  scanApprovals: ApprovalScanner,
  viewOf: ViewOf,
): Promise<Listing> {
  const networks = await findTargets(context, owner, scanApprovals)
  const targets = new Map<string, Target>()
  const views = await Promise.all(
    networks.map(async (network) => {
      const rows = await Promise.all(network.targets.map((target) => readRow(context, owner, network, target, viewOf)))
      const listed = rows.filter((row) => row !== null)
      for (const { view, target } of listed) targets.set(view.id, target)
      const error = network.error ?? listed.find((row) => row.error !== null)?.error ?? null
      const { key, name, complete } = network
      return { key, name, allowances: listed.map(({ view }) => view), complete, error }
    }),
  )
  return { views, targets }
}

async function readRow(
  context: AllowancesContext,
  from: Address,
  network: Targets,
  target: Target,
  viewOf: ViewOf,
): Promise<{ view: AllowanceView; target: Target; error: ErrorCode | null } | null> {
  const { scope, token, spender, purchaseId } = target
  const { chainInstance } = scope
  const { units, error } =
    network.error === null ? await readUnits(target, from) : { units: null, error: network.error }
  // Read after the chain: a revocation mined meanwhile is then shown as pending, not as an untouched allowance.
  const newest = findNewestRevocation(context.ledger, { chainInstance, from, token: token.address, spender })
  const revocation = newest?.record ?? null
  const isOpen = revocation !== null && isStepOpen(revocation.step)
  if (units === 0n && !isOpen) return null
  const isRouter = scope.routers.some((router) => router.toLowerCase() === spender.toLowerCase())
  const view: AllowanceView = {
    id: targetId(target),
    token: token.address,
    tokenSymbol: token.symbol,
    spender,
    spenderName: isRouter ? (context.service(scope.profileId)?.profile.name ?? null) : null,
    amount: units === null || token.decimals === null ? null : fromUnits(units, token.decimals),
    unlimited: units !== null && units >= UNLIMITED,
    purchaseId,
    neededBy: routerPaymentUnderWay(context.ledger, chainInstance, from, token.address, spender),
    revoking: revocation === null || revocation.step.state === 'final' ? null : viewOf(revocation),
  }
  return { view, target, error }
}

async function readUnits(
  { scope, token, spender }: Target,
  owner: Address,
): Promise<{ units: bigint | null; error: ErrorCode | null }> {
  try {
    return { units: await scope.chain.allowance(token.address, owner, spender), error: null }
  } catch (thrown) {
    return { units: null, error: toAppError(thrown).code }
  }
}
