import type { RequestOutput } from '../../shared/contract.ts'
import { scriptedVariant } from './catalog.ts'

type Variant = RequestOutput<'catalog.variant'>

const first = ['Nube', 'Casa', 'Faro', 'Río', 'Alba', 'Cobre', 'Pino', 'Marea', 'Tilo', 'Brisa']
const second = ['Market', 'Games', 'Móvil', 'Café', 'Books', 'Air', 'Norte', 'Sur', 'Home', 'Play']
const odd = [
  'Compañía General de Telecomunicaciones Inalámbricas y Recargas Electrónicas del Pacífico Sur',
  'متجر الهدايا والبطاقات الإلكترونية العالمي',
  'חנות הכרטיסים',
  'ภัตตาคารกรุงเทพ',
  '漢字ギフトカード株式会社',
]
const types = ['topup', 'gift_card', 'gift_card', 'esim'] as const
const fiats = [
  ['MX', 'MXN', 18.45],
  ['CO', 'COP', 4100],
  ['ES', 'EUR', 0.94],
  ['US', 'USD', 1],
  ['PH', 'PHP', 58.2],
] as const

/** A catalog of `many` products of about a twentieth as many brands; every product tells what a shelf may tell. */
export function scriptedMany(many: number): Variant[] {
  const brands = Math.max(1, Math.ceil(many / 20))
  return Array.from({ length: many }, (_, index) => {
    const brand = index % brands
    const type = types[brand % types.length] ?? 'topup'
    const [country, fiatCurrency, rate] = fiats[(brand + Math.floor(index / brands)) % fiats.length] ?? fiats[0]
    const coins = 1 + ((index * 7) % 60)
    const isPlan = type === 'esim'
    const gigabytes = isPlan ? String([0.5, 1, 3, 5, 10, 30][Math.floor(index / brands) % 6]) : null
    const name = odd[brand] ?? `${first[brand % 10] ?? ''} ${second[Math.floor(brand / 10) % 10] ?? ''} ${brand}`
    return scriptedVariant({
      sku: `m${index}-I`,
      brandSlug: `m${brand}`,
      brandName: name,
      country,
      image: brand % 3 === 0 ? null : `/image/m${brand}`,
      productType: type,
      subTypes: [['prepaid', 'postpaid', 'digital'][brand % 3] ?? 'digital'],
      categories: [['food', 'games', 'music', 'travel', 'home', 'mobile'][brand % 6] ?? 'home'],
      shortNotes: isPlan ? '' : `Code ${index} for a very good reason that takes some words`,
      data: { gigabytes, unlimited: isPlan && index % 11 === 0, speeds: isPlan ? ['4G'] : [] },
      voice: { minutes: isPlan && index % 2 === 0 ? '120' : null, unlimited: false },
      durationDays: isPlan ? String([1, 7, 30, 90][Math.floor(index / brands) % 4]) : null,
      price: {
        fiatCurrency,
        fiatValue: String(Math.max(1, Math.round(coins * rate))),
        stableCoinCurrency: 'USDC',
        stableCoinValue: coins.toFixed(2),
      },
    })
  })
}
