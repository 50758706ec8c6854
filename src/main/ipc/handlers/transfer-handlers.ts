import type { transferRequests } from '../../../shared/transfers/contract.ts'
import type { Transfers } from '../../transfers/create-transfers.ts'
import type { Vault } from '../../vault/vault.ts'
import { acceptsFee } from '../../vault/accepts-fee.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface TransferParts {
  readonly transfers: Transfers
  readonly vault: Pick<Vault, 'verify'>
}

/** Answers requests about transfers. */
export function transferHandlers({ transfers, vault }: TransferParts): HandlersOf<typeof transferRequests> {
  return {
    'transfers.check': (input) => transfers.check(input),
    'transfers.offer': (input) => transfers.offer(input),
    async 'transfers.confirm'({ feePassword, ...consent }) {
      return transfers.confirm({ ...consent, acceptFee: await acceptsFee(vault, feePassword) })
    },
    'transfers.list': (input) => transfers.list(input),
    'transfers.get': ({ id }) => transfers.get(id),
    'transfers.offerFee': ({ id, action }) => transfers.offerFee(id, action),
    async 'transfers.confirmFee'({ id, offerKey, feePassword }) {
      return transfers.confirmFee(id, offerKey, await acceptsFee(vault, feePassword))
    },
  }
}
