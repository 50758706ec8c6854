import { maskRecipient } from '../../main/favourites/mask-recipient.ts'
import { changeKinds, changeView, type ChangeView } from '../../shared/catalog/views.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { draftView, type DraftView, type FavouritesView } from '../../shared/favourites/views.ts'
import { ago, found, pageOf } from './app.ts'
import { scriptedVariants } from './catalog.ts'
import { plausible, type PartOf } from './plausible.ts'
import type { Answers, Script } from './script.ts'
import { brandOf } from './shelves.ts'

const topup = found(scriptedVariants, ({ sku }) => sku === 'lumo_MX_200-I')

/** Returns a draft of an hour ago, for a top-up that is still on sale. */
export function scriptedDraft(number: number, given: PartOf<DraftView> = {}): DraftView {
  return plausible(
    draftView,
    given,
    plausible(draftView, {
      id: `7d1a2c3e-5b64-4f0a-8c20-${String(number).padStart(12, '0')}`,
      savedAt: ago(60),
      product: topup,
      recipient: '+525512345678',
      reference: '+525512345678',
      paymentMethod: { networkKey: 'harbor', tokenKey: 'usdc' },
    }),
  )
}

/** Returns a change of the scripted product at `index`, made `hoursAgo`. */
export function scriptedChange(
  kind: ChangeView['kind'],
  index: number,
  hoursAgo: number,
  before: string | null = null,
): ChangeView {
  const product = scriptedVariants[index] ?? topup
  return plausible(changeView, { kind, at: ago(60 * hoursAgo), product, before })
}

/** Returns answers about favourites, drafts and catalog changes. */
export function draftAnswers(script: Script): Answers {
  const rows = (): DraftView[] =>
    script.drafts
      .filter(({ purchaseId }) => purchaseId === null)
      .map((one) => (script.app.locked ? { ...one, recipient: one.recipient && maskRecipient(one.recipient) } : one))
  return {
    'favourites.list': () => script.favourites,
    'favourites.set': (input) => (script.favourites = starred(script, input)),
    'drafts.list': rows,
    'drafts.get': ({ id }) => found(script.drafts, (one) => one.id === id),
    'drafts.save': ({ id, sku, ...typed }) => {
      const product = found(script.variants, (one) => one.sku === sku)
      const saved = scriptedDraft(script.drafts.length + 60, {
        ...typed,
        ...(id === null ? {} : { id }),
        product,
        recipient: typed.reference || null,
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
