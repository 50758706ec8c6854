import type { DataSize, Validity } from '../../shared/catalog/views.ts'
import type { Variant } from '../service/operations/read-variant.ts'

/** The numbers of a variant used for sorting and filtering; they never decide about money. */
export interface Amounts {
  readonly fiat: number
  readonly coins: number
  readonly gigabytes: number | null
  readonly days: number | null
  readonly minutes: number | null
  readonly unlimited: boolean
}

const numberOf = (amount: string | null): number | null => (amount === null ? null : Number(amount))

export function amountsOf(variant: Variant): Amounts {
  const { price, dataGB, durationDays, voiceMinutes, dataUnlimited, smsUnlimited, voiceUnlimited } = variant
  return {
    fiat: Number(price.fiatValue),
    coins: Number(price.stableCoinValue),
    gigabytes: numberOf(dataGB),
    days: numberOf(durationDays),
    minutes: numberOf(voiceMinutes),
    unlimited: dataUnlimited || smsUnlimited || voiceUnlimited,
  }
}

/** A range without its upper end. */
export type Range = readonly [from: number, below: number]

/** Gigabytes of each data size. */
export const dataRanges: Readonly<Record<DataSize, Range>> = {
  under1: [0, 1],
  '1to5': [1, 5],
  '5to20': [5, 20],
  over20: [20, Infinity],
}

/** Days of each validity: a month has up to 31. */
export const validityRanges: Readonly<Record<Validity, Range>> = {
  day: [0, 1.01],
  week: [1.01, 7.01],
  month: [7.01, 31.01],
  longer: [31.01, Infinity],
}
