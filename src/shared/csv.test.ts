import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Parses one line by RFC 4180 with the given `separator`. */
function read(line: string, separator = ','): string[] {
  const cells: string[] = []
  let rest = line.slice(0, -2)
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
    const end = quoted ? quoted[0].length : [...rest].join('').indexOf(separator)
    const raw = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : end < 0 ? rest : rest.slice(0, end)
    cells.push(raw)
    rest = end < 0 ? '' : rest.slice(quoted ? quoted[0].length : end)
    if (!rest.startsWith(separator)) return cells
    rest = rest.slice(1)
  }
}

describe('a line of CSV', () => {
  it('is parsed back unchanged, whatever it contains', () => {
    // Texts that never start a formula.
    const text = fc.string({ unit: fc.constantFrom('a', '1', '"', ',', '\r', '\n', ' ', "'", 'é', '•') })
    const cells = fc.array(fc.oneof(text, fc.integer({ min: 0 }), fc.constant(null)), { minLength: 1 })
    fc.assert(
      fc.property(cells, (given) => {
        expect(read(csvLine(given))).toEqual(given.map((cell) => String(cell ?? '')))
      }),
    )
    expect(csvLine(['a', 'b"c', 'd,e', 7, null])).toBe('a,"b""c","d,e",7,\r\n')
  })

  it.each([
    '=1+1',
    '+5255',
    '-1',
    '@SUM(A1)',
    '＝1',
    ' =1',
    '\t=1',
    '\r\n=1',
    '\0=1',
    '\u200B=1',
    '\u202E=1',
    '\x1B\x7F@A1',
    '=cmd|" /C calc"!A0',
  ])('makes %j harmless', (text) => {
    const [cell = ''] = read(csvLine([text]))
    expect(cell).toMatch(/^[\s\p{C}]*'[=＝@+-]/u)
    expect(cell.replace("'", '')).toBe(text)
  })

  it('starts no formula in a spreadsheet that splits at semicolons or tabs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(';', '\t', '\n', '=', '+', '@', ' ', 'a', '"') }), (text) => {
        const line = csvLine(['x', text, 'y'])
        for (const part of line.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@]/)
      }),
    )
  })

  it('keeps a phone number with spaces, which no spreadsheet calculates', () => {
    expect(csvLine(['+52 55 1234 5678', '+1 202 555 0123; +52 55 1234 5678'])).toBe(
      '+52 55 1234 5678,"+1 202 555 0123; +52 55 1234 5678"\r\n',
    )
    for (const text of ['+525512345678', '+1 2+3', '+1 2\t3', '+1 A1', '+1']) expect(csvLine([text])).toMatch(/^"?'\+/)
  })

  it('keeps such characters inside a text', () => {
    expect(csvLine(['a-b', 'a@b.mx', '1 + 1'])).toBe('a-b,a@b.mx,1 + 1\r\n')
  })
})
