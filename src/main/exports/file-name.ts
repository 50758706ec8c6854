import type { TableForm } from '../../shared/sales/export.ts'

/** What saved files hold, in each language; letters of ASCII alone survive every file system and mail program. */
const names = {
  purchases: { en: 'purchases', es: 'compras', pt: 'compras', fr: 'achats' },
  sales: { en: 'sales', es: 'ventas', pt: 'vendas', fr: 'ventes' },
  shifts: { en: 'shifts', es: 'turnos', pt: 'turnos', fr: 'sessions' },
  people: { en: 'people', es: 'personas', pt: 'pessoas', fr: 'contacts' },
  proof: { en: 'proof', es: 'comprobante', pt: 'comprovante', fr: 'justificatif' },
  payment: { en: 'payment', es: 'pago', pt: 'pagamento', fr: 'paiement' },
  key: { en: 'key', es: 'clave', pt: 'chave', fr: 'cle' },
  report: { en: 'report', es: 'informe', pt: 'relatorio', fr: 'rapport' },
} as const

const shift = { en: 'shift', es: 'turno', pt: 'turno', fr: 'session' } as const

/** Returns the part of a file's name that says of which shift it is. */
export const shiftPart = (number: number, { language }: Pick<TableForm, 'language'>): string =>
  `${shift[language]}-${number}`

/** Returns the name of a saved file in the person's language: "till-compras-2026-11.csv"; `parts` say which it is. */
export function fileName(
  what: keyof typeof names,
  { language }: Pick<TableForm, 'language'>,
  parts: readonly string[],
  extension: string,
): string {
  return `${['till', names[what][language], ...parts].join('-')}.${extension}`
}
