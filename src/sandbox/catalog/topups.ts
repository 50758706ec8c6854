import type { Country } from './countries.ts'
import { roundPrice } from './currencies.ts'
import type { Variant } from './model.ts'
import { numberOf } from './numbers.ts'
import { operatorsOf, populous } from './operators.ts'
import { listPrice } from './price.ts'
import { phoneOf } from './regexes.ts'
import { finishVariant } from './variant.ts'

const manyAmounts = [1, 2, 5, 10, 15, 20, 30, 50]
const fewAmounts = [3, 5, 10, 20, 30]

interface Bundle {
  readonly dollars: number
  readonly days: number
  readonly gigabytes: string | null
  readonly minutes: string | null
  readonly texts: string | null
  readonly speeds: readonly string[]
}

// null means unlimited.
const bundles: readonly Bundle[] = [
  { dollars: 1.7, days: 3, gigabytes: '1', minutes: '30', texts: '20', speeds: ['3G', '4G'] },
  { dollars: 4.3, days: 7, gigabytes: '4.5', minutes: '120', texts: null, speeds: ['4G'] },
  { dollars: 12.5, days: 30, gigabytes: '20', minutes: null, texts: null, speeds: ['4G', '5G'] },
  { dollars: 26, days: 30, gigabytes: null, minutes: null, texts: null, speeds: ['4G', '5G'] },
]

/** Returns the top-ups and bundles of every operator in a country. */
export function topupsOf(country: Country): Variant[] {
  return operatorsOf(country.isoAlpha2, country.subregion).flatMap((operator) => [
    ...airtime(operator, country),
    ...(populous.has(country.isoAlpha2) ? bundleVariants(operator, country) : []),
  ])
}

function airtime(operator: string, country: Country): Variant[] {
  const dollars = populous.has(country.isoAlpha2) ? manyAmounts : fewAmounts
  const values = new Set(dollars.map((amount) => roundPrice(amount, country.fiatCurrency)))
  return [...values].map((value) =>
    finishVariant({
      ...common(operator, country),
      price: listPrice(value, country.fiatCurrency),
      subTypes: ['airtime'],
      categories: ['Mobile'],
      shortNotes: 'Credit for calls, texts and data',
      notes: `Adds credit to a ${operator} prepaid number (${country.name}). It usually arrives within a minute.`,
    }),
  )
}

function bundleVariants(operator: string, country: Country): Variant[] {
  // Operators round bundle prices differently, and no bundle may cost the same as a top-up.
  const nudge = 1 + numberOf(`${operator}${country.isoAlpha2}`, 7) / 100
  return bundles.map((bundle) => {
    const { gigabytes, minutes, texts } = bundle
    const value = oddPrice(bundle.dollars * nudge, country.fiatCurrency)
    const parts = [
      gigabytes === null ? 'Unlimited data' : `${gigabytes} GB`,
      minutes === null ? 'unlimited calls' : `${minutes} min`,
      `${bundle.days} days`,
    ]
    return finishVariant({
      ...common(operator, country),
      price: listPrice(value, country.fiatCurrency),
      subTypes: ['bundle', 'data'],
      categories: ['Mobile', 'Data'],
      shortNotes: parts.join(' · '),
      notes: `${parts.join(', ')} in the ${operator} network. What is left over at the end is lost.`,
      durationDays: String(bundle.days),
      dataSpeeds: bundle.speeds,
      dataUnlimited: gigabytes === null,
      voiceUnlimited: minutes === null,
      smsUnlimited: texts === null,
      ...(gigabytes === null ? {} : { dataGB: gigabytes }),
      ...(minutes === null ? {} : { voiceMinutes: minutes }),
      ...(texts === null ? {} : { smsNumber: texts }),
    })
  })
}

function oddPrice(dollars: number, currency: string): number {
  const round = roundPrice(dollars * 1.07, currency)
  // One unit of the second digit below the round price: 49 instead of 50, 7.4 instead of 7.5.
  const step = 10 ** (Math.floor(Math.log10(round)) - 1)
  const odd = round - step
  return odd < 1 ? Number(odd.toFixed(2)) : odd
}

function common(operator: string, country: Country) {
  return {
    brand: operator,
    country: country.isoAlpha2,
    productType: 'topup',
    referenceType: phoneOf(country.isoAlpha2, country.callingCode),
  }
}
