import { groupInternational } from '../../main/people/group-international.ts'
import { changeKinds } from '../../shared/catalog/views.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import type { DraftView } from '../../shared/drafts/views.ts'
import type { FavouritesView } from '../../shared/favourites/views.ts'
import { scriptedDraft } from '../fixtures/drafts.ts'
import { ago } from '../fixtures/ago.ts'
import { found, pageOf } from './found.ts'
import { nameOfOwner } from './purchase-answers.ts'
import type { Answers, Script } from './script.ts'
import { brandOf } from './shelves.ts'

/** Returns answers about favourites, drafts and catalog changes. */
export function draftAnswers(script: Script): Answers {
  const rows = (): DraftView[] =>
    script.drafts
      .filter(({ purchaseId }) => purchaseId === null)
      .map((one) => ({ ...one, person: nameOfOwner(script, one.recipient, one.product) }))
  return {
    'favourites.list': () => script.favourites,
    'favourites.set': (input) => (script.favourites = starred(script, input)),
    'drafts.list': rows,
    'drafts.save': ({ id, sku, ...typed }) => {
      const product = found(script.variants, (one) => one.sku === sku)
      const saved = scriptedDraft(script.drafts.length + 60, {
        ...typed,
        ...(id === null ? {} : { id }),
        product,
        recipient: groupInternational(typed.reference) || null,
        savedAt: ago(0),
      })
      script.drafts = [saved, ...script.drafts.filter((one) => one.id !== saved.id)]
      return saved
    },
    'drafts.remove'({ id }) {
      script.drafts = script.drafts.filter((one) => one.id !== id || one.purchaseId !== null)
      return rows()
    },
    'catalog.changes': ({ kind, yours, ...page }) => {
      const { changes } = script
      const shown = changes.filter((one) => (kind === null || one.kind === kind) && (one.yours || !yours))
      const counts = changeKinds.map((each) => [each, changes.filter((one) => one.kind === each).length])
      return {
        counts: Object.fromEntries(counts),
        yours: changes.filter((one) => one.yours).length,
        changes: pageOf(shown, page),
      }
    },
    'catalog.seen': () => void (script.changes = []),
  }
}

function starred(script: Script, { kind, key, starred: isStarred }: RequestArgument<'favourites.set'>): FavouritesView {
  const { brands, products } = script.favourites
  if (kind === 'brand') {
    const others = brands.filter(({ brand }) => brand.slug !== key)
    return { brands: isStarred ? [{ brand: brandOf(script.variants, key), gone: false }, ...others] : others, products }
  }
  const others = products.filter(({ product }) => product.sku !== key)
  if (!isStarred) return { brands, products: others }
  const product = found(script.variants, ({ sku }) => sku === key)
  return { brands, products: [{ product, gone: false, before: null }, ...others] }
}
