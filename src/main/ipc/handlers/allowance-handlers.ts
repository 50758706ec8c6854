import type { allowanceRequests } from '../../../shared/allowances/contract.ts'
import type { Allowances } from '../../allowances/create-allowances.ts'
import type { Vault } from '../../vault/vault.ts'
import { acceptsFee } from '../../vault/accepts-fee.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface AllowanceParts {
  readonly allowances: Allowances
  readonly vault: Pick<Vault, 'verify'>
}

/** Answers requests about the allowances of the wallet. */
export function allowanceHandlers({ allowances, vault }: AllowanceParts): HandlersOf<typeof allowanceRequests> {
  return {
    'allowances.list': ({ fresh }) => allowances.list(fresh),
    'allowances.offerRevoke': ({ id }) => allowances.offer(id),
    async 'allowances.confirmRevoke'({ offerKey, feePassword }) {
      return allowances.confirm(offerKey, await acceptsFee(vault, feePassword))
    },
    'allowances.offerFee': ({ id, action }) => allowances.offerFee(id, action),
    async 'allowances.confirmFee'({ id, offerKey, feePassword }) {
      return allowances.confirmFee(id, offerKey, await acceptsFee(vault, feePassword))
    },
  }
}
