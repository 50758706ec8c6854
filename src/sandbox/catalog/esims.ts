import type { Country } from './countries.ts'
import type { Variant } from './model.ts'
import { listPrice } from './price.ts'
import { anyPhone, recipientEmail } from './regexes.ts'
import { finishVariant } from './variant.ts'

interface Plan {
  readonly price: number
  readonly days: number
  /** null means unlimited. */
  readonly gigabytes: string | null
}

const localPlans: readonly Plan[] = [
  { price: 4.5, days: 7, gigabytes: '1' },
  { price: 11, days: 15, gigabytes: '5' },
  { price: 18.5, days: 30, gigabytes: '10' },
  { price: 39, days: 30, gigabytes: null },
]
const regionPlans: readonly Plan[] = [
  { price: 13, days: 15, gigabytes: '3' },
  { price: 29, days: 30, gigabytes: '10' },
  { price: 49, days: 30, gigabytes: '20' },
]

// The country that a region's plans are listed under, and where their traffic enters the internet.
const regions: readonly { name: string; home: string; exit: string; covers: (country: Country) => boolean }[] = [
  { name: 'Europe', home: 'FR', exit: 'NL', covers: ({ region }) => region === 'Europe' },
  {
    name: 'Latin America',
    home: 'MX',
    exit: 'US',
    covers: ({ subregion }) => /South America|Central America/.test(subregion),
  },
  { name: 'the Caribbean', home: 'DO', exit: 'US', covers: ({ subregion }) => subregion === 'Caribbean' },
  { name: 'South-East Asia', home: 'TH', exit: 'SG', covers: ({ subregion }) => subregion === 'South-Eastern Asia' },
  { name: 'Africa', home: 'ZA', exit: 'ZA', covers: ({ region }) => region === 'Africa' },
  { name: 'the Gulf and the Levant', home: 'AE', exit: 'AE', covers: ({ subregion }) => subregion === 'Western Asia' },
]

const localCountries =
  'AE AR AT AU BE BR CA CH CL CN CO CR CY CZ DE DK DO EC EG ES FI FR GB GR GT HK HR HU ID IE IL IN IS IT JP KE KR LK MA MT MX ' +
  'MY NL NO NZ PA PE PH PK PL PT RO SA SE SG SI SK TH TN TR TW TZ UA US UY VN ZA'

/** Returns eSIM data plans for single countries, for regions and for the whole world. */
export function esims(countries: readonly Country[]): Variant[] {
  const local = new Set(localCountries.split(' '))
  const reached = countries
    .map(({ isoAlpha2 }) => isoAlpha2)
    .filter((iso2) => !['AQ', 'BV', 'HM', 'KP', 'TF'].includes(iso2))
  return [
    ...countries.filter(({ isoAlpha2 }) => local.has(isoAlpha2)).flatMap(localVariants),
    ...regions.flatMap(({ name, home, exit, covers }) => {
      const covered = countries.filter(covers).map(({ isoAlpha2 }) => isoAlpha2)
      return regionPlans.map((plan) => travelVariant('Meridian Roam', plan, home, name, exit, covered))
    }),
    travelVariant('Albatross Roam', { price: 35, days: 10, gigabytes: '5' }, 'US', 'the whole world', 'US', reached),
    travelVariant('Albatross Roam', { price: 95, days: 30, gigabytes: null }, 'US', 'the whole world', 'US', reached),
  ]
}

function localVariants(country: Country): Variant[] {
  return localPlans.map((plan) =>
    finishVariant({
      ...planFields(plan, `(${country.name})`),
      brand: 'Skylark eSIM',
      country: country.isoAlpha2,
      subTypes: ['data'],
      dataSpeeds: ['4G', '5G'],
      requiredFields: [recipientEmail],
    }),
  )
}

function travelVariant(
  brand: string,
  plan: Plan,
  home: string,
  area: string,
  exit: string,
  supportedCountries: readonly string[],
): Variant {
  return finishVariant({
    ...planFields(plan, `in ${area}`),
    brand,
    country: home,
    subTypes: ['data', 'roaming'],
    supportedCountries,
    dataSpeeds: ['3G', '4G'],
    roamingCountryIso2: exit,
    roamingDataSpeeds: ['3G', '4G'],
    smsNumber: '50',
    smsUnlimited: false,
    voiceMinutes: '60',
    voiceUnlimited: false,
    referenceType: anyPhone,
    requiredFields: [recipientEmail],
  })
}

function planFields(plan: Plan, area: string) {
  const data = plan.gigabytes === null ? 'Unlimited data' : `${plan.gigabytes} GB`
  const fairUse = plan.gigabytes === null ? ' After 2 GB in a day it slows down until midnight.' : ''
  return {
    productType: 'esim',
    price: listPrice(plan.price, 'USD'),
    categories: ['Travel', 'Data'],
    shortNotes: `${data} · ${plan.days} days`,
    notes: `${data} for ${plan.days} days ${area}. The days begin with the first connection.${fairUse}`,
    durationDays: String(plan.days),
    dataUnlimited: plan.gigabytes === null,
    ...(plan.gigabytes === null ? {} : { dataGB: plan.gigabytes }),
  }
}
