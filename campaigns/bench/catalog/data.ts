import { closeSync, openSync, writeSync } from 'node:fs'
import worldCountries from 'world-countries'
import { createRandom, type Random } from '../../world/random.ts'

/** A catalog of any size: operators, cards and data plans, as services sell them. A larger one starts with the brands of a smaller one. */
export interface DataOptions {
  readonly variants: number
  /** The share of variants, 0 to 1, whose price differs from that in the unchanged catalog. */
  readonly changed?: number
}

interface Market {
  readonly iso2: string
  readonly name: string
  readonly currency: string
  /** Units of the currency for one coin. */
  readonly rate: number
}

interface Draft {
  readonly country: Market
  readonly fiat: number
  readonly type: string
  readonly subTypes: readonly string[]
  readonly categories: readonly string[]
  readonly supportedCountries: readonly string[]
  readonly gigabytes?: string | null
  readonly days?: number
}

const markets: readonly [Market, ...Market[]] = (() => {
  const random = createRandom(7)
  const rates = new Map([
    ['USD', 1],
    ['EUR', 0.92],
    ['MXN', 18],
  ])
  const found = worldCountries.map(({ cca2, name, currencies }) => {
    const currency = Object.keys(currencies)[0] ?? 'USD'
    const known = rates.get(currency)
    const scale = [1, 1, 1, 5, 20, 100, 1000, 4000][random.below(8)] ?? 1
    const rate = known ?? Math.round(scale * (0.6 + random.next()) * 100) / 100
    rates.set(currency, rate)
    return { iso2: cca2, name: name.common, currency, rate }
  })
  const [first, ...others] = found
  if (!first) throw new Error('No country')
  return [first, ...others]
})()

const beginnings =
  'Lu Mo Cla Te Vo Or Za Ne Sky Ti Ve Ga Po Ra Si Du Fe Ko Bri Ama Net Star Play Blu Gre Mer Al Ori Pal Cor'
const middles = 'ro va li ta no xi ma ra de lo ki sa bi fu go pe ru me za to'
const ends =
  'Móvil| Mobile| Telecom|cel|net| Market| Games| Fashion|tón| Roam| Play| Store|ix|ora|elle|o|a|us| Café|burger'
const types = ['topup', 'topup', 'topup', 'topup', 'gift_card', 'gift_card', 'gift_card', 'esim'] as const
const cardCategories = ['Games', 'Shopping', 'Food', 'Entertainment', 'Travel', 'Fashion', 'Home', 'Apps'] as const
const amounts = [1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200]
const sizes = ['0.5', '1', '2', '3', '5', '10', '20', '50', null]

function nameOf(random: Random, used: Set<string>): string {
  const part = (list: string, by: string): string => {
    const parts = list.split(by)
    return parts[random.below(parts.length)] ?? ''
  }
  for (;;) {
    const body = part(beginnings, ' ') + (random.next() < 0.6 ? part(middles, ' ') : '')
    const name = body + (random.next() < 0.2 ? part(middles, ' ') : '') + part(ends, '|')
    const free = used.has(name) ? `${name} ${used.size}` : name
    used.add(free)
    return free
  }
}

function draftsOf(type: (typeof types)[number], random: Random): Draft[] {
  const reach =
    type === 'topup' ? 1 + random.below(8) : type === 'gift_card' ? 1 + random.below(30) : 5 + random.below(40)
  const countries = Array.from({ length: reach }, () => random.pick(markets))
  const category = random.pick(cardCategories)
  const drafts = [...new Set(countries)].flatMap((country): Draft[] => {
    const local = { country, type, supportedCountries: [country.iso2] }
    const chosen = amounts.filter(() => random.next() < 0.55)
    const plain = chosen.map((amount) => ({
      ...local,
      fiat: roundTo(amount * country.rate),
      subTypes: type === 'topup' ? ['airtime'] : ['pin'],
      categories: type === 'topup' ? ['Mobile'] : [category],
    }))
    if (type === 'gift_card') return plain
    const plans = sizes
      .filter(() => random.next() < 0.6)
      .map((gigabytes, index) => ({
        ...local,
        fiat: roundTo((3 + index * 4) * country.rate),
        subTypes: ['data'],
        categories: type === 'topup' ? ['Mobile', 'Data'] : ['Travel', 'Data'],
        gigabytes,
        days: [1, 3, 7, 15, 30, 90][random.below(6)] ?? 30,
      }))
    return type === 'esim' ? plans : [...plain, ...(random.next() < 0.4 ? plans : [])]
  })
  if (type !== 'esim') return drafts
  const home = random.pick(markets)
  const area = markets.slice(random.below(150), 150 + random.below(100)).map(({ iso2 }) => iso2)
  return [
    ...drafts,
    ...sizes.map((gigabytes, index) => ({
      country: home,
      type,
      fiat: 10 + index * 9,
      subTypes: ['data', 'roaming'],
      categories: ['Travel', 'Data'],
      supportedCountries: area,
      gigabytes,
      days: 30,
    })),
  ]
}

function roundTo(amount: number): number {
  const step = amount > 1000 ? 100 : amount > 100 ? 10 : amount > 10 ? 1 : 0.5
  return Math.max(step, Math.round(amount / step) * step)
}

function variantOf(brand: string, slug: string, draft: Draft, index: number, factor: number): object {
  const { country, fiat, type, gigabytes, days } = draft
  const isPhone = type === 'topup'
  const plan =
    gigabytes === undefined ? '' : `${gigabytes === null ? 'Unlimited data' : `${gigabytes} GB`} · ${days} days`
  return {
    id: `${slug}-${index}-5f0c2c1e-9d51-4a53-8a44-2f8d5f0b9f10`,
    fupId: gigabytes === null ? 'fup-20' : '',
    brand,
    country: country.iso2,
    notes: `<p>${brand} in ${country.name}: ${plan || 'for everything it sells'}.</p><ul><li>Works at once, the days begin with first use.</li><li>No fees, no contract &amp; no refunds once it was delivered.</li></ul>`,
    sku: `${slug}_${country.iso2}_${index}-I`,
    price: {
      fiatCurrency: country.currency,
      fiatValue: fiat.toFixed(2),
      stableCoinCurrency: 'USDC',
      stableCoinValue: ((fiat / country.rate) * 1.03 * factor).toFixed(6),
    },
    productType: type,
    referenceType: isPhone
      ? { name: 'phone', valueType: 'string', regex: '^\\+?[1-9]\\d{7,14}$' }
      : { name: 'email', valueType: 'string', regex: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' },
    requiredFields: isPhone ? [] : [{ name: 'recipient.email', valueType: 'string', regex: '' }],
    shortNotes: plan,
    subTypes: draft.subTypes,
    categories: draft.categories,
    supportedCountries: draft.supportedCountries,
    imageUrl: `https://pictures.example/brands/${slug}.svg`,
    evmServiceId: 1000 + (index % 8000),
    svmServiceId: 20_000 + (index % 8000),
    ...(gigabytes === undefined
      ? {}
      : {
          ...(gigabytes === null ? { dataUnlimited: true } : { dataGB: gigabytes }),
          durationDays: String(days),
          dataSpeeds: ['4G', '5G'],
        }),
  }
}

/** Writes the catalog's JSON to `file`, brand by brand. */
export function writeCatalogData(file: string, { variants, changed = 0 }: DataOptions): void {
  const [random, changes] = [createRandom(11), createRandom(12)]
  const groups = new Map<string, string[]>()
  const used = new Set<string>()
  let count = 0
  for (let order = 0; count < variants; order++) {
    const type = random.pick(types)
    const name = nameOf(random, used)
    const slug = name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^a-zA-Z0-9]+/g, '-')
      .toLowerCase()
    const drafts = draftsOf(type, random).slice(0, variants - count)
    const texts = drafts.map((draft) =>
      JSON.stringify(variantOf(name, slug, draft, count++, changes.next() < changed ? 1.05 : 1)),
    )
    if (texts.length === 0) continue
    const header = JSON.stringify({
      brandName: name,
      brandSlug: slug,
      imageUrl: `https://pictures.example/brands/${slug}.svg`,
      order,
    })
    const list = groups.get(type) ?? []
    list.push(`${header.slice(0, -1)},"variants":[${texts.join(',')}]}`)
    groups.set(type, list)
  }
  const fd = openSync(file, 'w')
  writeSync(fd, '{"products":[')
  let isFirst = true
  for (const [type, brands] of groups) {
    writeSync(fd, `${isFirst ? '' : ','}{"productType":"${type}","brands":[`)
    isFirst = false
    brands.forEach((brand, index) => writeSync(fd, (index === 0 ? '' : ',') + brand))
    writeSync(fd, ']}')
  }
  writeSync(fd, ']}')
  closeSync(fd)
}
