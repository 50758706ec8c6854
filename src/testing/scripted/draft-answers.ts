import { groupInternational } from '../../main/people/group-international.ts'
import { changeKinds } from '../../shared/catalog/views.ts'
import type { DraftView } from '../../shared/drafts/views.ts'
import { scriptedDraft } from '../fixtures/drafts.ts'
import { ago } from '../fixtures/ago.ts'
import { found } from './found.ts'
import { nameOfOwner } from './purchase-answers.ts'
import type { Answers, Script } from './script.ts'
import { brandOf } from './catalog-answers.ts'

/** Returns answers about favourites, drafts and catalog changes. */
export function draftAnswers(script: Script): Answers {
  const rows = (): DraftView[] =>
    script.drafts
      .filter(({ purchaseId }) => purchaseId === null)
      .map((one) => ({ ...one, person: nameOfOwner(script, one.recipient, one.product) }))
  const productOf = (key: string) => found(script.variants, ({ sku }) => sku === key)
  return {
    'favourites.list': () => script.favourites,
    'favourites.set'({ kind, key, starred }) {
      const { brands, products } = script.favourites
      const others = {
        brands: brands.filter(({ brand }) => kind !== 'brand' || brand.slug !== key),
        products: products.filter(({ product }) => kind !== 'product' || product.sku !== key),
      }
      const brand = starred && kind === 'brand' ? [{ brand: brandOf(script.variants, key), gone: false }] : []
      const product = starred && kind === 'product' ? [{ product: productOf(key), gone: false, before: null }] : []
      script.favourites = { brands: [...brand, ...others.brands], products: [...product, ...others.products] }
    },
    'drafts.list': rows,
    'drafts.save': ({ id, sku, ...typed }) => {
      const saved = scriptedDraft(script.drafts.length + 60, {
        ...typed,
        ...(id === null ? {} : { id }),
        product: productOf(sku),
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
    'catalog.changes': ({ kind, yours }) => ({
      counts: Object.fromEntries(
        changeKinds.map((each) => [each, script.changes.filter((one) => one.kind === each).length]),
      ),
      yours: script.changes.filter((one) => one.yours).length,
      changes: script.changes.filter((one) => (kind === null || one.kind === kind) && (one.yours || !yours)),
    }),
    'catalog.seen': () => void (script.changes = []),
  }
}
