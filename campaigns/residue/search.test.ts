import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plantCanary } from './canary.ts'
import { searchFolder } from './folder.ts'
import { formsOfBytes, formsOfText, formsOfWords } from './forms.ts'
import { createSearcher } from './search.ts'

const { bytes, text } = plantCanary(7)
const words = 'legal winner thank year wave sausage worth useful'.split(' ')
const searcher = createSearcher([
  ...formsOfBytes('key', bytes),
  ...formsOfText('password', text),
  ...formsOfWords('words', words),
])
const key = Buffer.from(bytes)

/** Returns the hits where `hidden` stands at an odd offset among random bytes. */
function found(hidden: Buffer): string[] {
  const hits = searcher.search(Buffer.concat([randomBytes(4099), hidden, randomBytes(100)]))
  return [...new Set(hits.map(({ secret, form }) => `${secret} as ${form}`))]
}

describe('the search', () => {
  it.each([
    ['key as bytes', key],
    ['key as bytes', key.subarray(16)],
    ['key as bytes, reversed', Buffer.from(key).reverse()],
    ['key as hex', Buffer.from(key.toString('hex'))],
    ['key as HEX', Buffer.from(key.toString('hex').toUpperCase())],
    ['key as hex, UTF-16', Buffer.from(key.toString('hex'), 'utf16le')],
    ['key as numbers', Buffer.from(JSON.stringify([...key]))],
    ['key as base64', Buffer.from(key.toString('base64'))],
    ['key as base64', Buffer.from(key.toString('base64url'))],
    ['key as base64', Buffer.from(Buffer.concat([Buffer.from('a'), key, Buffer.from('b')]).toString('base64'))],
    ['key as base64', Buffer.from(Buffer.concat([Buffer.from('ab'), key]).toString('base64'))],
    ['password as text', Buffer.from(text)],
    ['password as text, UTF-16', Buffer.from(text, 'utf16le')],
    ['password as hex', Buffer.from(Buffer.from(text).toString('hex'))],
    ['words as text', Buffer.from(words.join(' '))],
    ['words as text', Buffer.from(JSON.stringify(words.slice(3, 6)))],
    ['words as text, UTF-16', Buffer.from(words.slice(5).join(' '), 'utf16le')],
  ])('finds a %s', (kind, hidden) => {
    expect(found(hidden)).toContain(kind)
  })

  it('finds nothing in zeros, and neither two words nor a key with one bit changed in each half', () => {
    expect(found(Buffer.alloc(100_000))).toEqual([])
    expect(found(Buffer.from(`${words.slice(0, 2).join(' ')} ${words.slice(4, 6).join(' ')}`))).toEqual([])
    expect(found(key.map((byte, at) => (at % 16 === 8 ? byte ^ 1 : byte)) as Buffer)).toEqual([])
  })

  it('counts adjacent pieces once, and two separate copies twice', () => {
    expect(searcher.search(key)).toEqual([{ secret: 'key', form: 'bytes', at: 0 }])
    expect(searcher.search(Buffer.from(words.join(' ')))).toEqual([{ secret: 'words', form: 'text', at: 0 }])
    expect(searcher.search(Buffer.concat([key, Buffer.alloc(9), key])).map(({ at }) => at)).toEqual([0, 41])
  })

  it('finds what begins before the end of a stretch, once', () => {
    const whole = Buffer.concat([Buffer.alloc(1000), Buffer.from(text), Buffer.alloc(1000)])
    for (const cut of [999, 1000, 1001, 1010]) {
      const hits = [
        ...searcher.search(whole.subarray(0, cut + searcher.longest), cut),
        ...searcher.search(whole.subarray(cut)),
      ]
      expect(hits, String(cut)).toHaveLength(1)
    }
  })
})

describe('the search of a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'till-search-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('covers all depths, and the names of files', () => {
    mkdirSync(join(folder, 'a', 'b'), { recursive: true })
    writeFileSync(join(folder, 'a', 'b', 'inside'), key)
    writeFileSync(join(folder, 'a', text), 'nothing')
    writeFileSync(join(folder, 'clean'), 'nothing')
    const { files, found: hits } = searchFolder(folder, searcher)
    expect(files).toBe(3)
    expect(hits.map(({ file }) => file).sort()).toEqual([join('a', 'b', 'inside'), join('a', text)])
  })
})
