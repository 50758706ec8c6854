import type { BrowseInput, FacetsView, Sort } from '../../src/shared/catalog/views.ts'
import type { RequestArgument, RequestOutput } from '../../src/shared/contract.ts'

type Variant = RequestOutput<'catalog.variant'>
type Facet = 'country' | 'type' | 'category' | 'subType' | 'price' | 'data' | 'validity' | 'unlimited'
type Listed = BrowseInput & { sort: Sort }

/** Of what words find, only so many can be paged through. */
const mostRanked = 1000

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
/** Slips of the finger that the script knows, each with what is meant. */
const slips: Readonly<Record<string, string>> = { vierio: 'vireo' }
const spoken = new WeakMap<Variant, string>()

function soundOf(variant: Variant): string {
  const known = spoken.get(variant)
  if (known !== undefined) return known
  const { brandName, sku, shortNotes, data } = variant
  const sound = ` ${wordsIn(`${brandName} ${sku} ${shortNotes} ${data.gigabytes ? `${data.gigabytes} GB` : ''}`).join(' ')}`
  spoken.set(variant, sound)
  return sound
}

/** How much of `currency` a coin is, by the catalog's own prices; null where it has none. */
function rateOf(variants: readonly Variant[], currency: string): number | null {
  const { price } = variants.find((one) => one.price.fiatCurrency === currency) ?? {}
  return price ? Number(price.fiatValue) / Number(price.stableCoinValue) : null
}

function dataOf({ data }: Variant): FacetsView['data'][number]['value'] | null {
  if (data.gigabytes === null) return null
  const size = Number(data.gigabytes)
  return size < 1 ? 'under1' : size <= 5 ? '1to5' : size <= 20 ? '5to20' : 'over20'
}
function validityOf({ durationDays }: Variant): FacetsView['validities'][number]['value'] | null {
  if (durationDays === null) return null
  const days = Number(durationDays)
  return days <= 1 ? 'day' : days <= 7 ? 'week' : days <= 31 ? 'month' : 'longer'
}
const isUnlimited = ({ data, sms, voice }: Variant): boolean => data.unlimited || sms.unlimited || voice.unlimited

/** What matches, every filter applied but `without`. */
function matching(variants: readonly Variant[], input: BrowseInput, without?: Facet): Variant[] {
  const words = wordsIn(input.text).map((word) => slips[word] ?? word)
  const { price } = input
  const rate = price && rateOf(variants, price.currency)
  const inPrice = (variant: Variant): boolean => {
    if (!price || !rate) return true
    const value = Number(variant.price.stableCoinValue) * rate
    return (price.from === null || value >= price.from) && (price.to === null || value < price.to)
  }
  const tests: [Facet, boolean, (variant: Variant) => boolean][] = [
    ['country', input.country !== null, ({ supportedCountries }) => supportedCountries.includes(input.country ?? '')],
    ['type', input.type !== null, ({ productType }) => productType === input.type],
    ['category', input.category !== null, ({ categories }) => categories.includes(input.category ?? '')],
    ['subType', input.subType !== null, ({ subTypes }) => subTypes.includes(input.subType ?? '')],
    ['price', price !== null, inPrice],
    ['data', input.data !== null, (variant) => dataOf(variant) === input.data],
    ['validity', input.validity !== null, (variant) => validityOf(variant) === input.validity],
    ['unlimited', input.unlimited, isUnlimited],
  ]
  const asked = tests.filter(([name, isAsked]) => isAsked && name !== without).map(([, , holds]) => holds)
  return variants.filter(
    (variant) => words.every((word) => soundOf(variant).includes(` ${word}`)) && asked.every((holds) => holds(variant)),
  )
}

export function count<T extends string>(values: readonly (T | null)[]): { value: T; count: number }[] {
  const counts = new Map<T, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, amount]) => ({ value, count: amount })).sort((a, b) => a.value.localeCompare(b.value))
}

const amounts: Partial<Record<Sort, (variant: Variant) => string | null>> = {
  perGB: ({ data }) => data.gigabytes,
  perDay: ({ durationDays }) => durationDays,
  perMinute: ({ voice }) => voice.minutes,
}

function sorted(found: readonly Variant[], { sort, near, first }: Listed, bought: (sku: string) => number): Variant[] {
  const coins = ({ price }: Variant): number => Number(price.stableCoinValue)
  const amountOf = amounts[sort]
  const unit = (variant: Variant): number => coins(variant) / Number(amountOf?.(variant))
  const isNear = ({ supportedCountries }: Variant): number => Number(near !== null && supportedCountries.includes(near))
  if (amountOf) return found.filter((variant) => amountOf(variant) !== null).sort((a, b) => unit(a) - unit(b))
  if (sort === 'price') return [...found].sort((a, b) => coins(a) - coins(b))
  if (sort === 'popular') return [...found].sort((a, b) => bought(b.sku) - bought(a.sku))
  if (sort === 'name') return [...found].sort((a, b) => a.brandName.localeCompare(b.brandName))
  const leading = new Set(found.filter(({ productType }) => productType === first).map(({ brandSlug }) => brandSlug))
  const leads = ({ brandSlug }: Variant): number => Number(leading.has(brandSlug))
  return [...found].sort((a, b) => leads(b) - leads(a) || isNear(b) - isNear(a))
}

/** The amounts next to the one number typed, where nothing was found for it. */
function nearestOf(variants: readonly Variant[], input: BrowseInput): RequestOutput<'catalog.search'>['nearest'] {
  const [typed, ...others] = input.text.match(/\d+/g) ?? []
  if (typed === undefined || others.length > 0) return null
  const amounts = matching(variants, { ...input, text: input.text.replace(typed, '') })
    .map(({ price }) => Number(price.fiatValue))
    .sort((a, b) => a - b)
  const next = [
    amounts.findLast((amount) => amount < Number(typed)),
    amounts.find((amount) => amount > Number(typed)),
  ].filter((amount) => amount !== undefined)
  return next.length === 0
    ? null
    : { typed, isThere: false, searches: next.map((amount) => input.text.replace(typed, `${amount}`)) }
}

export function brandsOf(variants: readonly Variant[]): RequestOutput<'catalog.browse'>['brands'] {
  const bySlug = Map.groupBy(variants, ({ brandSlug }) => brandSlug)
  return [...bySlug].map(([slug, own]) => {
    const value = ({ price }: Variant): number => Number(price.fiatValue)
    const cheapest = own.reduce((least, one) => (value(one) < value(least) ? one : least))
    return {
      slug,
      name: cheapest.brandName,
      image: cheapest.image,
      productTypes: [...new Set(own.map(({ productType }) => productType))],
      countries: [...new Set(own.map(({ country }) => country))],
      variants: own.length,
      from: { fiatCurrency: cheapest.price.fiatCurrency, fiatValue: cheapest.price.fiatValue },
    }
  })
}

/** Counts as the contract tells them: every facet with all other filters applied. */
export function facetsOf(variants: readonly Variant[], input: RequestArgument<'catalog.facets'>): FacetsView {
  const without = (name: Facet): Variant[] => matching(variants, input, name)
  const all = matching(variants, input)
  const types = without('type')
  return {
    total: all.length,
    countries: count(without('country').flatMap(({ supportedCountries }) => supportedCountries)),
    types: [...new Set(variants.map(({ productType }) => productType))].sort().map((value) => ({
      value,
      count: types.filter(({ productType }) => productType === value).length,
    })),
    categories: count(without('category').flatMap(({ categories }) => categories)),
    subTypes: count(without('subType').flatMap(({ subTypes }) => subTypes)),
    data: count(without('data').map(dataOf)),
    validities: count(without('validity').map(validityOf)),
    unlimited: without('unlimited').filter(isUnlimited).length,
    prices: pricesOf(without('price'), variants, input.currency),
  }
}

function pricesOf(found: readonly Variant[], all: readonly Variant[], currency: string | null): FacetsView['prices'] {
  const rate = currency && rateOf(all, currency)
  if (!rate || found.length === 0) return []
  const scale = 10 ** Math.floor(Math.log10(rate))
  const bounds = [null, ...[5, 10, 25, 50].map((bound) => bound * scale), null]
  const values = found.map(({ price }) => Number(price.stableCoinValue) * rate)
  return bounds.slice(1).flatMap((to, index) => {
    const from = bounds[index] ?? null
    const inside = values.filter((value) => (from === null || value >= from) && (to === null || value < to)).length
    return inside === 0 ? [] : [{ from, to, count: inside }]
  })
}

/** Answers brands and products page by page; the last question's whole answer is kept, as a shop is read on and on. */
export function createLists(bought: (sku: string) => number) {
  let last: { key: string; variants: readonly Variant[]; list: Variant[] } | null = null
  function listOf(
    variants: readonly Variant[],
    { offset: _from, limit: _most, ...input }: RequestArgument<'catalog.browse'>,
  ): Variant[] {
    const key = JSON.stringify(input)
    if (last?.key !== key || last.variants !== variants)
      last = { key, variants, list: sorted(matching(variants, input), input, bought) }
    return last.list
  }
  return {
    browse(variants: readonly Variant[], input: RequestArgument<'catalog.browse'>): RequestOutput<'catalog.browse'> {
      const brands = brandsOf(listOf(variants, input))
      return { brands: brands.slice(input.offset, input.offset + input.limit), total: brands.length }
    },
    search(variants: readonly Variant[], input: RequestArgument<'catalog.search'>): RequestOutput<'catalog.search'> {
      const found = listOf(variants, input)
      const ranked = input.text === '' ? found : found.slice(0, mostRanked)
      return {
        products: ranked.slice(input.offset, input.offset + input.limit),
        ranked: ranked.length,
        marks: wordsIn(input.text).map((word) => slips[word] ?? word),
        mended: wordsIn(input.text).flatMap((typed) => (slips[typed] ? [{ typed, meant: [slips[typed]] }] : [])),
        nearest: found.length === 0 ? nearestOf(variants, input) : null,
      }
    },
  }
}
