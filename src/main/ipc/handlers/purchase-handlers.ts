import { AppError } from '../../../shared/errors.ts'
import type { AttentionView } from '../../../shared/purchases/attention-views.ts'
import type { purchaseRequests } from '../../../shared/purchases/contract.ts'
import type { RecentPurchaseView } from '../../../shared/purchases/views.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { checkDelivery } from '../../catalog/delivery/check-delivery.ts'
import type { RegexMatcher } from '../../catalog/delivery/regex-matcher.ts'
import { findVariant } from '../../catalog/find-variant.ts'
import { fileName } from '../../exports/file-name.ts'
import type { People } from '../../people/open-people.ts'
import { ownersAmong } from '../../people/owner-of.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { Sales } from '../../sales/create-sales.ts'
import type { Vault } from '../../vault/vault.ts'
import { acceptsFee } from '../../vault/accepts-fee.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'
import { toRecent } from './to-recent.ts'

/** As many as fit into a row of the shop. */
const RECENTS = 4

export interface PurchaseParts extends LockedParts {
  readonly catalog: CatalogStore
  readonly matcher: RegexMatcher
  readonly people: Pick<People, 'list' | 'owners'>
  readonly profiles: Pick<Profiles, 'current'>
  readonly purchases: Purchases
  readonly sales: Pick<Sales, 'counterOf'>
  readonly vault: Pick<Vault, 'isLocked' | 'verify'>
  readonly save: SaveFile
  /** Prints the page. */
  print(): Promise<boolean>
  /** Returns everything that the user must decide, newest first. */
  attention(): AttentionView[]
}

/** Answers requests about purchases, and about what needs the user's attention. */
export function purchaseHandlers(parts: PurchaseParts): HandlersOf<typeof purchaseRequests> {
  const { catalog, matcher, people, profiles, purchases, sales, vault, save } = parts
  return {
    async 'purchases.list'(input) {
      const saved = people.list()
      const found = await purchases.search(input, saved)
      const ownerOf = ownersAmong(saved)
      const listed = found.purchases.map((row) => ({
        ...row,
        counter: sales.counterOf(row.id),
        person: ownerOf(row.reference, row)?.name ?? null,
      }))
      return { ...found, purchases: listed }
    },
    'purchases.recents': () => recentsOf(parts),
    'purchases.hideRecent'({ id, hidden }) {
      purchases.hideRecent(id, hidden)
      return recentsOf(parts)
    },
    'purchases.get': ({ id }) => purchases.get(id),
    'purchases.ofBrand'(input) {
      const profile = profiles.current()
      return profile === null ? { lastSku: null, usualDelivery: null } : purchases.ofBrand(profile.id, input)
    },
    'purchases.checkNow': ({ id }) => purchases.checkNow(id),
    'purchases.offerFee': ({ id, action }) => purchases.offerFee(id, action),
    async 'purchases.confirmFee'({ id, offerKey, feePassword }) {
      return purchases.confirmFee(id, offerKey, await acceptsFee(vault, feePassword))
    },
    async 'purchases.reportPayment'({ id }) {
      assertUnlocked(parts)
      return purchases.reportPayment(id)
    },
    'purchases.waiveRefund'({ id }) {
      assertUnlocked(parts)
      return purchases.waiveRefund(id)
    },
    'purchases.answerRefund'({ id, ...answer }) {
      assertUnlocked(parts)
      return purchases.answerRefund(id, answer)
    },
    async 'purchases.correctRegistration'({ id, delivery, intentChain }) {
      assertUnlocked(parts)
      if (delivery === null) return purchases.correctRegistration(id, null, intentChain)
      const rules = findVariant(catalog, purchases.get(id).sku)
      const { reference, fields, problems } = await checkDelivery(rules, delivery, matcher)
      if (reference === null || problems.length > 0)
        throw new AppError('fields-invalid', 'Something typed is not right yet')
      return purchases.correctRegistration(id, { reference, fields: [...fields] }, intentChain)
    },
    'purchases.acknowledgeAttention': ({ id, reason }) => purchases.acknowledgeAttention(id, reason),
    'purchases.proof': ({ id }) => ({ text: purchases.proof(id) }),
    'purchases.saveProof': ({ id, language }) =>
      save(fileName('proof', { language }, [id.slice(0, 8)], 'json'), purchases.proof(id)),
    'attention.list': () => ({ items: parts.attention() }),
    'receipt.print': async () => void (await parts.print()),
  }
}

function recentsOf({ catalog, people, purchases }: PurchaseParts): RecentPurchaseView[] {
  const ownerOf = people.owners()
  return purchases.recents(RECENTS).map((purchase) => toRecent(catalog, ownerOf, purchase))
}
