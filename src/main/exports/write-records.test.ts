import { describe, expect, it } from 'vitest'
import { locales } from '../../shared/app/locales.ts'
import { BYTE_ORDER_MARK } from '../../shared/csv.ts'
import { inEnglish, localTables, readTable } from '../../testing/exports/read-table.ts'
import { spentColumns } from '../bookkeeping/spent-record.ts'
import { registerColumns } from '../registers/register-record.ts'
import { saleColumns } from '../sales/sale-record.ts'
import { shiftColumns } from '../sales/shifts/shift-record.ts'
import type { ColumnName } from './table-words.ts'
import { writeRecords, type WrittenAs } from './write-records.ts'
import { tableWords } from './write-table.ts'

const columns: readonly ColumnName[] = ['product', 'price', 'status', 'refundReasons', 'soldAt', 'note']
const row = {
  product: 'Lumo 200.50 MXN',
  price: '1234.50',
  status: 'on-its-way',
  refundReasons: 'not-delivered 2, other 1',
  soldAt: '2026-11-22T14:32:07-06:00',
  note: '=a, =b; 1.5',
}
const write = (as: WrittenAs): string =>
  [...writeRecords({ about: { kind: 'x' }, name: 'rows', columns, pages: [[row]], row: (one) => one }, as)].join('')

describe.each(localTables)('a table in $language with the decimal sign $decimalSign', (table) => {
  it('is read back with its headings and exact amounts, and starts no formula where a spreadsheet splits at the other sign', () => {
    const text = write({ format: 'csv', table })
    const [read] = readTable(text, columns, table)
    expect(read).toMatchObject({ price: row.price, soldAt: '2026-11-22 14:32:07' })
    expect(read?.['product']).toBe(`Lumo 200${table.decimalSign}50 MXN`)
    const other = table.decimalSign === ',' ? /[,\t\r\n]/ : /[;\t\r\n]/
    for (const part of text.split(other)) expect(part).not.toMatch(/^[\s"]*[=+\-@]/)
  })
})

describe('a table', () => {
  it('is one that Excel reads in the language of the person', () => {
    const lines = (table: WrittenAs['table']): string[] => write({ format: 'csv', table }).split('\r\n')
    expect(lines({ language: 'fr', decimalSign: ',' })).toEqual([
      `${BYTE_ORDER_MARK}Produit;Prix;État;Motifs des remboursements;Date de vente;Note`,
      `"Lumo 200,50 MXN";"1234,50";En route;"Non livré 2, Autre motif 1";2026-11-22 14:32:07;"'=a, '=b; 1.5"`,
      '',
    ])
    expect(lines({ language: 'es', decimalSign: '.' })[1]).toMatch(/^Lumo 200\.50 MXN,1234\.50,En camino,"No llegó 2,/)
  })

  it.each(locales)('has a heading of its own for each column in %s', (language) => {
    for (const table of [spentColumns, saleColumns, shiftColumns, registerColumns]) {
      const headings = table.map((column: ColumnName) => tableWords[language].columns[column])
      expect(headings.filter((heading, place) => headings.indexOf(heading) !== place)).toEqual([])
    }
  })

  it('keeps the service’s own words', () => {
    const of = { ...row, status: 'SUCCESS', refundReasons: 'constructor 1' }
    const records = { about: {}, name: 'rows', columns, pages: [[of]], row: (one: typeof row) => one }
    const text = [...writeRecords(records, { format: 'csv', table: inEnglish })].join('')
    expect(readTable(text, columns, inEnglish)).toMatchObject([{ status: 'SUCCESS', refundReasons: 'constructor 1' }])
  })
})

it('a file for programs is the same in every language', () => {
  const files = new Set(localTables.map((table) => write({ format: 'json', table })))
  expect([...files].map((text) => JSON.parse(text) as unknown)).toEqual([{ kind: 'x', rows: [row] }])
})
