import type { claimRequests } from '../../../shared/claims/contract.ts'
import type { Claims } from '../../claims/create-claims.ts'
import type { Vault } from '../../vault/vault.ts'
import { acceptsFee } from '../../vault/accepts-fee.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface ClaimParts {
  readonly claims: Claims
  readonly vault: Pick<Vault, 'verify'>
}

/** Answers requests about refunds that wait in an escrow. */
export function claimHandlers({ claims, vault }: ClaimParts): HandlersOf<typeof claimRequests> {
  return {
    'claims.find': ({ purchaseId }) => claims.find(purchaseId),
    'claims.offer': ({ purchaseId }) => claims.offer(purchaseId),
    async 'claims.confirm'({ offerKey, feePassword }) {
      return claims.confirm(offerKey, await acceptsFee(vault, feePassword))
    },
    'claims.offerFee': ({ id, action }) => claims.offerFee(id, action),
    async 'claims.confirmFee'({ id, offerKey, feePassword }) {
      return claims.confirmFee(id, offerKey, await acceptsFee(vault, feePassword))
    },
  }
}
