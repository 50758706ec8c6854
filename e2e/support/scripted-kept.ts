import type { RequestArgument, RequestOutput } from '../../src/shared/contract.ts'
import type { ChangeView } from '../../src/shared/catalog/views.ts'
import { AppError } from '../../src/shared/errors.ts'
import { maskRecipient } from '../../src/main/kept/mask-recipient.ts'
import { scriptedVariants } from './scripted-catalog.ts'

type Variant = RequestOutput<'catalog.variant'>
type Brand = RequestOutput<'catalog.brand'>['brand']
type Draft = RequestOutput<'drafts.get'>
type Favourites = RequestOutput<'favourites.list'>
type Name =
  `favourites.${'list' | 'set'}` | `drafts.${'list' | 'get' | 'keep' | 'remove'}` | `catalog.${'changes' | 'looked'}`
type Handlers = { [N in Name]: (input: RequestArgument<N>) => RequestOutput<N> }

/** What of the script this plays with. */
export interface KeptScript {
  variants: Variant[]
  favourites: Favourites
  /** Those that became a purchase too, which are only shown when opened. */
  drafts: Draft[]
  changes: ChangeView[]
  purchases: readonly { readonly sku: string }[]
  /** When the person last looked at what changed. */
  lookedAt: string | null
}

interface Catalog {
  brandsOf(variants: readonly Variant[]): Brand[]
  variantOf(sku: string): Variant
  isLocked(): boolean
}

/** Plays what a person keeps in the shop, and what changed in its catalog, from the script. */
export function createScriptedKept(script: KeptScript, { brandsOf, variantOf, isLocked }: Catalog): Handlers {
  const draft = (id: string): Draft => {
    const found = script.drafts.find((one) => one.id === id)
    if (!found) throw new AppError('not-found', 'Nothing prepared')
    return found
  }
  const waiting = (): Draft[] => script.drafts.filter(({ purchaseId }) => purchaseId === null)

  const told = (): Draft[] =>
    isLocked()
      ? waiting().map((one) => ({ ...one, recipient: one.recipient && maskRecipient(one.recipient) }))
      : waiting()
  function askUnlocked(): void {
    if (isLocked()) throw new AppError('locked', 'Locked')
  }

  const isYours = ({ product, yours }: ChangeView): boolean =>
    yours ||
    script.favourites.products.some((one) => one.product.sku === product.sku) ||
    script.favourites.brands.some((one) => one.brand.slug === product.brandSlug) ||
    script.purchases.some(({ sku }) => sku === product.sku)

  function star({ kind, key, starred }: RequestArgument<'favourites.set'>): Favourites {
    const { brands, products } = script.favourites
    const [brand] = brandsOf(script.variants.filter(({ brandSlug }) => brandSlug === key))
    const others: Favourites = {
      brands: brands.filter(({ brand: { slug } }) => kind !== 'brand' || slug !== key),
      products: products.filter(({ product: { sku } }) => kind !== 'product' || sku !== key),
    }
    if (!starred) return others
    if (kind === 'product')
      return { ...others, products: [{ product: variantOf(key), gone: false, before: null }, ...others.products] }
    return { ...others, brands: brand ? [{ brand, gone: false }, ...others.brands] : others.brands }
  }

  return {
    'favourites.list': () => script.favourites,
    'favourites.set': (input) => (script.favourites = star(input)),
    'drafts.list': told,
    'drafts.get': ({ id }) => {
      askUnlocked()
      return draft(id)
    },
    'drafts.keep': ({ id, sku, reference, fields, way }) => {
      const kept: Draft = {
        ...scriptedDraft(script.drafts.length + 60),
        ...(id === null ? {} : { id }),
        product: variantOf(sku),
        keptAt: new Date().toISOString(),
        recipient: reference || null,
        ...{ reference, fields, way },
      }
      script.drafts = [kept, ...script.drafts.filter((one) => one.id !== kept.id)]
      return kept
    },
    'drafts.remove': ({ id }) => {
      askUnlocked()
      script.drafts = script.drafts.filter((one) => one.id !== id || one.purchaseId !== null)
      return told()
    },
    'catalog.changes': ({ kind, yours, offset, limit }) => {
      const counts = { added: 0, back: 0, gone: 0, cheaper: 0, dearer: 0 }
      for (const one of script.changes) counts[one.kind] += 1
      const all = script.changes.map((one) => ({ ...one, yours: isYours(one) }))
      const changes = all.filter((one) => (kind === null || one.kind === kind) && (one.yours || !yours))
      const own = all.filter((one) => one.yours).length
      return { since: script.lookedAt, counts, yours: own, changes: changes.slice(offset, offset + limit) }
    },
    'catalog.looked': () => {
      script.changes = []
      script.lookedAt = new Date().toISOString()
    },
  }
}

/** Something prepared an hour ago: a top-up as it is on sale. */
export function scriptedDraft(number: number, given: Partial<Draft> = {}): Draft {
  const product = scriptedVariants.find(({ sku }) => sku === 'lumo_MX_200-I') ?? scriptedVariants[0]!
  return {
    id: `7d1a2c3e-5b64-4f0a-8c20-${String(number).padStart(12, '0')}`,
    keptAt: new Date(Date.now() - 3_600_000).toISOString(),
    product,
    gone: false,
    before: null,
    recipient: '+525512345678',
    reference: '+525512345678',
    fields: {},
    way: { networkKey: 'harbor', tokenKey: 'usdc' },
    purchaseId: null,
    ...given,
  }
}

/** What became of the scripted product at `index` some `hoursAgo`. */
export function scriptedChange(
  kind: ChangeView['kind'],
  index: number,
  hoursAgo: number,
  before: string | null = null,
): ChangeView {
  const product = scriptedVariants[index] ?? scriptedVariants[0]!
  return { kind, at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(), product, before, yours: false }
}
