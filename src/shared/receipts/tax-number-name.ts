import type { Place } from './receipt-text.ts'
import { receiptLabels } from './receipt-labels.ts'

/** What businesses call their tax number, by country (ISO alpha-2). */
const names: ReadonlyMap<string, string> = new Map([
  ['AR', 'CUIT'],
  ['BR', 'CNPJ/CPF'],
  ['CL', 'RUT'],
  ['CO', 'NIT'],
  ['MX', 'RFC'],
])

/** Returns the country's own name of a tax number; null where Till knows none. */
export const taxNumberIn = (country: string | null): string | null =>
  country === null ? null : (names.get(country) ?? null)

/** Returns the name of the tax number on a receipt: the country's own, else that of the language. */
export const taxNumberOn = ({ language, country = null }: Place): string =>
  taxNumberIn(country) ?? receiptLabels[language].taxNumber
