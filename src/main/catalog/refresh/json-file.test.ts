import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIST, OBJECT, type JsonCursor } from './json-cursor.ts'
import { openJsonFile, parseJson, textIn } from './json-file.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-json-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Reads the whole value, member by member down to the leaves. */
function walk(cursor: JsonCursor): unknown {
  if (cursor.peek() === OBJECT) {
    const found: [string, unknown][] = []
    cursor.object((key) => found.push([key, walk(cursor)]))
    return Object.fromEntries(found)
  }
  if (cursor.peek() !== LIST) return parseJson(textIn(cursor.take()))
  const items: unknown[] = []
  cursor.list(() => items.push(walk(cursor)))
  return items
}

function written(text: string): string {
  const path = join(folder, 'a.json')
  writeFileSync(path, text)
  return path
}

function read<T>(text: string, work: (cursor: JsonCursor) => T): T {
  const file = openJsonFile(written(text))
  try {
    return work(file.cursor())
  } finally {
    file.close()
  }
}

describe('reading JSON in a file', () => {
  it('skips a byte order mark', () => {
    expect(read('\uFEFF{"a":1}', walk)).toEqual({ a: 1 })
    expect(() => read('\uFEFF', walk)).toThrow()
  })

  it('reads the same as JSON.parse, whatever the value and its whitespace', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, fc.constant(null), tie('list'), tie('record')),
      list: fc.array(tie('value')),
      record: fc.dictionary(fc.stringMatching(/^[a-z]{0,5}$/), tie('value')),
    }))
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (one, space) => {
        const text = JSON.stringify(one, null, space)
        expect(read(text, walk)).toEqual(JSON.parse(text))
      }),
      { numRuns: 200 },
    )
  })

  it('reads values across its window, and larger ones', () => {
    const long = 'ü"\\'.repeat(120_000)
    const items = [long, 'x'.repeat(200_000), [1, 2, { a: long }], 7]
    const found = read(JSON.stringify(items), (cursor) => {
      const values: unknown[] = []
      cursor.list(() => values.push(parseJson(textIn(cursor.take()))))
      cursor.end()
      return values
    })
    expect(found).toEqual(items)
  })

  it('reads a skipped value again, forward and back, even if larger than its window', () => {
    const items = ['ü', 'x'.repeat(200_000), [1, 2], 'y'.repeat(200_000), { a: 'z'.repeat(400_000) }, 7]
    const file = openJsonFile(written(JSON.stringify(items)))
    const [cursor, spans] = [file.cursor(), [] as (readonly [number, number])[]]
    cursor.list(() => {
      const from = cursor.position()
      cursor.skip()
      spans.push([from, cursor.position()])
    })
    const texts = (order: typeof spans): string[] => order.map(([from, to]) => textIn(file.bytes(from, to)))
    expect(texts(spans)).toEqual(items.map((item) => JSON.stringify(item)))
    expect(texts(spans.toReversed())).toEqual(items.map((item) => JSON.stringify(item)).toReversed())
    file.close()
  })

  it.each(['', '{', '{"a"', '{"a":', '{"a":1', '{"a":1]', '[1,2', '[1 2]', '{"a" 1}', '[,]', '"abc', '[1]x', '{1:2}'])(
    'refuses %j',
    (text) => {
      const all = (cursor: JsonCursor): void => {
        walk(cursor)
        cursor.end()
      }
      expect(() => read(text, all)).toThrow(expect.objectContaining({ code: 'service-malformed' }))
    },
  )
})
