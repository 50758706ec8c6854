import type { externalRequests } from '../../../shared/external/contract.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { HandlersOf } from '../handlers.ts'

export interface ExternalParts {
  readonly purchases: Pick<Purchases, 'ask' | 'external'>
}

/** Answers requests about payments that another wallet makes. */
export function externalHandlers({ purchases }: ExternalParts): HandlersOf<typeof externalRequests> {
  const { external } = purchases
  return {
    async 'external.ask'(input) {
      await purchases.ask(input)
      return external.asked(input.purchaseId)
    },
    'external.list': () => external.list(),
    'external.get': ({ id }) => external.get(id),
    'external.stop': ({ id }) => external.stop(id),
    'external.look': ({ id, hash }) => external.look(id, hash),
    'external.register': ({ id, ...place }) => external.register(id, place),
    'external.markReturned': ({ id, ...place }) => external.markReturned(id, place),
    'external.denyReturn': ({ id, ...place }) => external.denyReturn(id, place),
    'external.dismiss': ({ id, ...place }) => external.dismiss(id, place),
  }
}
