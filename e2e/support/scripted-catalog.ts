import type { RequestOutput } from '../../src/shared/contract.ts'

type Variant = RequestOutput<'catalog.variant'>
type Country = RequestOutput<'countries.list'>[number]

/** A product for shows and tests; everything not given is the simplest there is. */
export function scriptedVariant(given: Partial<Variant> & Pick<Variant, 'sku' | 'brandSlug' | 'brandName'>): Variant {
  return {
    country: 'MX',
    supportedCountries: [given.country ?? 'MX'],
    productType: 'topup',
    subTypes: [],
    categories: [],
    price: { fiatCurrency: 'MXN', fiatValue: '100', stableCoinCurrency: 'USDC', stableCoinValue: '5.42' },
    notes: '',
    shortNotes: '',
    image: null,
    reference: { name: 'phone', kind: 'phone', required: true },
    requiredFields: [],
    data: { gigabytes: null, unlimited: false, speeds: [] },
    sms: { count: null, unlimited: false },
    voice: { minutes: null, unlimited: false },
    durationDays: null,
    roaming: { country: null, speeds: [] },
    ids: { id: 'v-1', fupId: 'f-1', evmServiceId: 1, svmServiceId: null },
    ...given,
  }
}

function country(
  iso2: string,
  iso3: string,
  name: string,
  fiatCurrency: string,
  callingCode: string,
  variants: number,
  timezone = '',
): Country {
  return {
    iso2,
    iso3,
    name,
    capital: '',
    region: '',
    subregion: '',
    fiatCurrency,
    callingCode,
    languages: [],
    timezone,
    inactive: false,
    flag: `/image/flag-${iso2}`,
    variants,
  }
}

export const scriptedCountries: Country[] = [
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
    price: {
      fiatCurrency: 'MXN',
      fiatValue: String(value),
      stableCoinCurrency: 'USDC',
      stableCoinValue: (value / 18.45).toFixed(2),
    },
    ids: { id: `4f2a${index}`, fupId: `88${index}`, evmServiceId: 1200 + index, svmServiceId: null },
  }),
)
const plans = (
  [
    ['1', 7, 3],
    ['5', 30, 9.5],
    ['20', 30, 24],
  ] as const
).map(([gigabytes, days, price]) =>
  scriptedVariant({
    sku: `vireo_${gigabytes}GB_${days}-I`,
    brandSlug: 'vireo',
    brandName: 'Vireo Travel',
    image: '/image/vireo',
    productType: 'esim',
    subTypes: ['travel'],
    categories: ['data', 'travel'],
    country: 'MX',
    supportedCountries: ['MX', 'CO', 'AR', 'ES', 'US', 'PH', 'NG', 'BR', 'CL', 'PE', 'UY', 'EC', 'CR', 'PA'],
    reference: { name: 'email', kind: 'email', required: true },
    requiredFields: [
      { name: 'recipient.firstName', kind: 'text', required: true },
      { name: 'delivery.date', kind: 'date', required: false },
      { name: 'x_loyaltyTier', kind: 'text', required: false },
    ],
    data: { gigabytes, unlimited: false, speeds: ['4G', '5G'] },
    durationDays: String(days),
    roaming: { country: 'US', speeds: ['4G'] },
    notes: 'Installs by a code that is sent by e-mail. Your phone must be unlocked and able to use eSIMs.',
    price: {
      fiatCurrency: 'USD',
      fiatValue: String(price),
      stableCoinCurrency: 'USDC',
      stableCoinValue: String(price),
    },
  }),
)
const others = Array.from({ length: 150 }, (_, index) => {
  const first = ['Nube', 'Casa', 'Faro', 'Rio', 'Alba', 'Cobre', 'Pino', 'Marea', 'Tilo', 'Brisa']
  const second = [
    'Market',
    'Games',
    'Music',
    'Móvil',
    'Pay',
    'Café',
    'Books',
    'Air',
    'Cinema',
    'Farmacia',
    'Go',
    'Norte',
    'Sur',
    'Home',
    'Play',
  ]
  const name = `${first[index % 10]} ${second[Math.floor(index / 10)]}`
  return scriptedVariant({
    sku: `b${index}_MX_10-I`,
    brandSlug: `b${index}`,
    brandName: name,
    image: index % 3 === 0 ? null : index % 7 === 0 ? '/image/broken' : `/image/b${index}`,
    productType: index % 4 === 0 ? 'topup' : 'gift_card',
    categories: [['food', 'games', 'music', 'travel', 'home'][index % 5] ?? 'home'],
    reference: { name: 'email', kind: 'email', required: true },
    price: {
      fiatCurrency: index % 6 === 0 ? 'EUR' : 'MXN',
      fiatValue: String(20 + index * 5),
      stableCoinCurrency: 'USDC',
      stableCoinValue: '10.42',
    },
  })
})

export const scriptedVariants: Variant[] = [...topups, ...plans, ...others]
