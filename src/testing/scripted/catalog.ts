import { countryView, type CountryView } from '../../shared/catalog/country-view.ts'
import { variantView, type VariantView } from '../../shared/catalog/variant-views.ts'
import { plausible, type PartOf } from './plausible.ts'

const phone = { name: 'phone', kind: 'phone', required: true } as const
const email = { name: 'email', kind: 'email', required: true } as const
const price = { fiatCurrency: 'MXN', fiatValue: '100', stableCoinCurrency: 'USDC', stableCoinValue: '5.42' }
const ids = { id: 'v-1', fupId: 'f-1', evmServiceId: 1 }

/** Returns a product; fields that are not given have the simplest value. */
export function scriptedVariant(
  given: PartOf<VariantView> & Pick<VariantView, 'sku' | 'brandSlug' | 'brandName'>,
): VariantView {
  const { country = 'MX' } = given
  const plain = { country, supportedCountries: [country], productType: 'topup', notes: '', shortNotes: '', price, ids }
  return plausible(variantView, given, plausible(variantView, { ...plain, reference: phone }))
}

function country(
  ...[iso2, iso3, name, fiatCurrency, callingCode, variants, timezone = '']: readonly [
    ...[string, string, string, string, string, number, string?],
  ]
): CountryView {
  const rest = { capital: '', region: '', subregion: '', timezone, flag: `/image/flag-${iso2}`, variants }
  return plausible(countryView, { iso2, iso3, name, fiatCurrency, callingCode, ...rest })
}

export const scriptedCountries: CountryView[] = [
  country('MX', 'MEX', 'Mexico', 'MXN', '+52', 214),
  country('CO', 'COL', 'Colombia', 'COP', '+57', 120, 'America/Bogota'),
  country('AR', 'ARG', 'Argentina', 'ARS', '+54', 96, 'America/Argentina/Buenos_Aires'),
  country('ES', 'ESP', 'Spain', 'EUR', '+34', 88),
  country('US', 'USA', 'United States', 'USD', '+1', 143),
  country('PH', 'PHL', 'Philippines', 'PHP', '+63', 76),
  country('NG', 'NGA', 'Nigeria', 'NGN', '+234', 54),
  country('BV', 'BVT', 'Bouvet Island', 'NOK', '+47', 0),
]

const topups = [20, 50, 100, 150, 200, 300, 500].map((value, index) =>
  scriptedVariant({
    sku: `lumo_MX_${value}-I`,
    brandSlug: 'lumo',
    brandName: 'Lumo Móvil',
    image: '/image/lumo',
    subTypes: ['prepaid'],
    categories: ['mobile'],
    shortNotes: index === 0 ? 'Small change for today' : '',
    notes: 'The balance arrives within a minute. It does not expire as long as the number is in use.',
    price: { fiatValue: String(value), stableCoinValue: (value / 18.45).toFixed(2) },
    ids: { id: `4f2a${index}`, fupId: `88${index}`, evmServiceId: 1200 + index },
  }),
)
const plans = (
  [
    ['1', 7, '3'],
    ['5', 30, '9.5'],
    ['20', 30, '24'],
  ] as const
).map(([gigabytes, days, value]) =>
  scriptedVariant({
    sku: `vireo_${gigabytes}GB_${days}-I`,
    brandSlug: 'vireo',
    brandName: 'Vireo Travel',
    image: '/image/vireo',
    productType: 'esim',
    subTypes: ['travel'],
    categories: ['data', 'travel'],
    reference: email,
    supportedCountries: ['MX', 'CO', 'AR', 'ES', 'US', 'PH', 'NG', 'BR', 'CL', 'PE', 'UY', 'EC', 'CR', 'PA'],
    requiredFields: [
      { name: 'recipient.firstName', kind: 'text', required: true },
      { name: 'delivery.date', kind: 'date' },
      { name: 'x_loyaltyTier', kind: 'text' },
    ],
    data: { gigabytes, speeds: ['4G', '5G'] },
    roaming: { country: 'US', speeds: ['4G'] },
    durationDays: String(days),
    notes: 'Installs by a code that is sent by e-mail. Your phone must be unlocked and able to use eSIMs.',
    price: { fiatCurrency: 'USD', fiatValue: value, stableCoinValue: value },
  }),
)
const first = ['Nube', 'Casa', 'Faro', 'Rio', 'Alba', 'Cobre', 'Pino', 'Marea', 'Tilo', 'Brisa']
const second = 'Market Games Music Móvil Pay Café Books Air Cinema Farmacia Go Norte Sur Home Play'.split(' ')
const others = Array.from({ length: 150 }, (_, index) =>
  scriptedVariant({
    sku: `b${index}_MX_10-I`,
    brandSlug: `b${index}`,
    brandName: `${first[index % 10]} ${second[Math.floor(index / 10)]}`,
    image: index % 3 === 0 ? null : index % 7 === 0 ? '/image/broken' : `/image/b${index}`,
    productType: index % 4 === 0 ? 'topup' : 'gift_card',
    categories: [['food', 'games', 'music', 'travel', 'home'][index % 5] ?? 'home'],
    reference: email,
    price: {
      fiatCurrency: index % 6 === 0 ? 'EUR' : 'MXN',
      fiatValue: String(20 + index * 5),
      stableCoinValue: '10.42',
    },
  }),
)

export const scriptedVariants: VariantView[] = [...topups, ...plans, ...others]
