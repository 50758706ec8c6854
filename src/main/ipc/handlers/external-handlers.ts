import type { externalRequests } from '../../../shared/external/contract.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface ExternalParts extends LockedParts {
  readonly purchases: Pick<Purchases, 'ask' | 'external'>
}

/** Answers requests about payments that another wallet makes. */
export function externalHandlers(parts: ExternalParts): HandlersOf<typeof externalRequests> {
  const { purchases } = parts
  const { external } = purchases
  /** An answer about coins needs the unlocked wallet, like one about a refund. */
  const whenUnlocked =
    <Input, View>(answer: (input: Input) => View) =>
    (input: Input): View => {
      assertUnlocked(parts)
      return answer(input)
    }
  return {
    async 'external.ask'(input) {
      await purchases.ask(input)
      return external.asked(input.purchaseId)
    },
    'external.list': () => external.list(),
    'external.get': ({ id }) => external.get(id),
    'external.stop': ({ id }) => external.stop(id),
    'external.look': ({ id, hash }) => external.look(id, hash),
    'external.register': whenUnlocked(({ id, ...place }) => external.register(id, place)),
    'external.markReturned': whenUnlocked(({ id, ...place }) => external.markReturned(id, place)),
    'external.denyReturn': whenUnlocked(({ id, ...place }) => external.denyReturn(id, place)),
    'external.dismiss': whenUnlocked(({ id, ...place }) => external.dismiss(id, place)),
  }
}
