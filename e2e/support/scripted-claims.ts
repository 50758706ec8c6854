import type { ClaimableView, ClaimOfferView, ClaimView } from '../../src/shared/claims/views.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { scriptedApp } from './scripted-state.ts'

type ClaimRequest = Extract<RequestName, `claims.${string}`>
type Handlers = { [N in ClaimRequest]: (input: RequestArgument<N>) => RequestOutput<N> }

export interface ClaimsScript {
  app: RequestOutput<'app.get'>
  /** How refunds stand in their escrow; every other purchase has none there. */
  claimables: ClaimableView[]
  /** What the next offers to claim say beside the plain one. */
  claiming: Partial<ClaimOfferView>
  /** The cap that the next fees are above; null for fees that are not. */
  passedCap: string | null
}

const owner = scriptedApp.wallet?.address ?? '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** The claim of a purchase's refund, signed 50 seconds ago, but for what `given` says. */
export function scriptedClaim(purchaseId: string, given: Partial<ClaimView> = {}): ClaimView {
  return {
    id: '0b6c1f5e-6a53-4c0f-9a10-000000000301',
    createdAt: new Date(Date.now() - 50_000).toISOString(),
    state: 'signed',
    from: owner,
    networkName: 'Meadow',
    nativeSymbol: 'ETH',
    networkFee: null,
    hash: `0x${'c1'.repeat(32)}`,
    explorerUrl: 'https://explorer.example/tx/0x1',
    waitingFor: null,
    isOverdue: false,
    networkTrouble: null,
    feeActions: given.state === undefined || given.state === 'signed' ? ['speed-up', 'cancel'] : [],
    feeChange: null,
    purchaseIds: [purchaseId],
    amount: '11.05',
    tokenSymbol: 'USDC',
    isCounted: false,
    ...given,
  }
}

/** A refund that is ready to be claimed, but for what `given` says. */
export function scriptedClaimable(purchaseId: string, given: Partial<ClaimableView> = {}): ClaimableView {
  return { purchaseId, state: 'ready', amount: '11.05', tokenSymbol: 'USDC', claim: null, ...given }
}

/** What a scripted Till answers about refunds that are claimed. */
export function createScriptedClaims(script: ClaimsScript, emit: (claim: ClaimView) => void): Handlers {
  let offered: ClaimOfferView | null = null
  const find = (purchaseId: string): ClaimableView =>
    script.claimables.find((one) => one.purchaseId === purchaseId) ??
    scriptedClaimable(purchaseId, { state: 'none', amount: null })
  const consented = (feePassword: string | null): void => {
    if (script.passedCap !== null && feePassword !== 'correct horse') throw new AppError('wrong-password', 'Wrong')
    if (script.app.locked) throw new AppError('locked', 'Locked')
  }
  const put = (claim: ClaimView): ClaimView => {
    script.claimables = script.claimables.map((one) =>
      claim.purchaseIds.includes(one.purchaseId) ? { ...one, state: 'claiming', claim } : one,
    )
    emit(claim)
    return claim
  }
  return {
    'claims.find': ({ purchaseId }) => find(purchaseId),
    'claims.offer': ({ purchaseId }) =>
      (offered = {
        offerKey: '0b6c1f5e-6a53-4c0f-9a10-0000000000ec',
        networkFeeAtMost: '0.000160578125378',
        nativeSymbol: 'ETH',
        passedCap: script.passedCap,
        simulated: true,
        amount: find(purchaseId).amount ?? '0',
        tokenSymbol: 'USDC',
        recipient: owner,
        purchaseIds: [purchaseId],
        ...script.claiming,
      }),
    'claims.confirm'({ feePassword }) {
      consented(feePassword)
      if (offered === null) throw new AppError('quote-expired', 'Old', { details: { reason: 'fee' } })
      const { purchaseIds, amount } = offered
      return put(scriptedClaim(purchaseIds[0] ?? '', { purchaseIds, amount, createdAt: new Date().toISOString() }))
    },
    'claims.offerFee': ({ action }) => ({
      offerKey: '0b6c1f5e-6a53-4c0f-9a10-0000000000ed',
      action,
      networkFeeAtMost: '0.000180650890551',
      nativeSymbol: 'ETH',
      passedCap: script.passedCap,
    }),
    'claims.confirmFee'({ id, feePassword }) {
      consented(feePassword)
      const claim = script.claimables.find((one) => one.claim?.id === id)?.claim
      if (!claim) throw new AppError('not-found', 'Nothing of that was claimed')
      const feeChange = { action: 'cancel', at: new Date().toISOString() } as const
      return put({ ...claim, isOverdue: false, feeActions: ['cancel'], feeChange })
    },
  }
}
