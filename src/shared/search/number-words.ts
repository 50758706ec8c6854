import type { Locale } from '../app/locales.ts'

/** The words of numbers by language, folded; their parts are added up or multiplied. */
const numbers: Readonly<Record<Locale, Readonly<Record<number, string>>>> = {
  en: {
    1: 'one',
    2: 'two',
    3: 'three',
    4: 'four',
    5: 'five',
    6: 'six',
    7: 'seven',
    8: 'eight',
    9: 'nine',
    10: 'ten',
    11: 'eleven',
    12: 'twelve',
    15: 'fifteen',
    20: 'twenty',
    30: 'thirty',
    40: 'forty fourty',
    50: 'fifty',
    60: 'sixty',
    70: 'seventy',
    80: 'eighty',
    90: 'ninety',
    100: 'hundred',
    1000: 'thousand',
  },
  es: {
    1: 'uno',
    2: 'dos',
    3: 'tres',
    4: 'cuatro',
    5: 'cinco',
    6: 'seis',
    7: 'siete',
    8: 'ocho',
    9: 'nueve',
    10: 'diez',
    11: 'once',
    12: 'doce',
    15: 'quince',
    20: 'veinte',
    25: 'veinticinco',
    30: 'treinta',
    40: 'cuarenta',
    50: 'cincuenta',
    60: 'sesenta',
    70: 'setenta',
    80: 'ochenta',
    90: 'noventa',
    100: 'cien ciento',
    200: 'doscientos doscientas',
    300: 'trescientos trescientas',
    400: 'cuatrocientos cuatrocientas',
    500: 'quinientos quinientas',
    1000: 'mil',
  },
  pt: {
    1: 'um',
    2: 'dois duas',
    3: 'tres',
    4: 'quatro',
    5: 'cinco',
    6: 'seis',
    7: 'sete',
    8: 'oito',
    9: 'nove',
    10: 'dez',
    11: 'onze',
    12: 'doze',
    15: 'quinze',
    20: 'vinte',
    30: 'trinta',
    40: 'quarenta',
    50: 'cinquenta',
    60: 'sessenta',
    70: 'setenta',
    80: 'oitenta',
    90: 'noventa',
    100: 'cem cento',
    200: 'duzentos duzentas',
    300: 'trezentos trezentas',
    400: 'quatrocentos quatrocentas',
    500: 'quinhentos quinhentas',
    1000: 'mil',
  },
  fr: {
    1: 'un',
    2: 'deux',
    3: 'trois',
    4: 'quatre',
    5: 'cinq',
    6: 'six',
    7: 'sept',
    8: 'huit',
    9: 'neuf',
    10: 'dix',
    11: 'onze',
    12: 'douze',
    15: 'quinze',
    20: 'vingt vingts',
    30: 'trente',
    40: 'quarante',
    50: 'cinquante',
    60: 'soixante',
    70: 'septante',
    80: 'huitante',
    90: 'nonante',
    100: 'cent cents',
    1000: 'mille',
  },
}

/** Each number by its folded word in every language. */
const numberByWord: ReadonlyMap<string, number> = new Map(
  Object.values(numbers).flatMap((one) =>
    Object.entries(one).flatMap(([value, words]) => words.split(' ').map((word) => [word, Number(value)] as const)),
  ),
)

/** Returns the number of a folded word; null if it is none. */
export const numberOf = (word: string): number | null => numberByWord.get(word) ?? null

/** Returns the number of its parts: 2 and 100 are 200, 100 and 50 are 150, and in French 4 and 20 are 80. */
export function addNumbers(parts: readonly number[]): number {
  const { thousands, rest } = parts.reduce(
    ({ thousands, rest }, part) => {
      if (part === 1000) return { thousands: thousands + Math.max(rest, 1) * 1000, rest: 0 }
      const isMultiplied = rest > 0 && ((part === 100 && rest < 10) || (part === 20 && rest === 4))
      return { thousands, rest: isMultiplied ? rest * part : rest + part }
    },
    { thousands: 0, rest: 0 },
  )
  return thousands + rest
}
