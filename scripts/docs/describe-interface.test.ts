import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeInterface, interfaceFile, interfaceWords } from './describe-interface.ts'
import { findStaleUsages, nameOf } from './interface/find-stale-usages.ts'
import { usages } from './interface/usages.ts'
import { refusalReason } from '../../src/main/service/answer/refusal-reason.ts'
import { recogniseOutcome } from '../../src/main/service/answer/recognise-outcome.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string): string | null =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null

it('docs/interface.md matches the code: `npm run interface` generates it again', async () => {
  expect(readFileSync(interfaceFile, 'utf8')).toBe(await describeInterface())
})

it('every word of the interface has a usage, and every usage a word', () => {
  const words = interfaceWords()
  expect(words.filter((word) => !Object.hasOwn(usages, word))).toEqual([])
  expect(Object.keys(usages).filter((word) => !words.includes(word))).toEqual([])
})

it('the file of every screen and rule contains its word', () => {
  expect(findStaleUsages(usages, textOf)).toEqual([])
})

it('finds a usage whose file is missing, and one whose file no longer contains the word', () => {
  const texts: Readonly<Record<string, string>> = { 'a.ts': 'price.fiatValue', 'b.ts': 'fiatValues' }
  const at = (file: string) => ({ kind: 'rule', file, what: 'is used' }) as const
  const stale = findStaleUsages(
    { 'Price.fiatValue': at('a.ts'), 'Row.fiatValue': at('b.ts'), 'Old.fiatValue': at('gone.ts') },
    (file) => texts[file] ?? null,
  )
  expect(stale).toEqual(['Row.fiatValue: “fiatValue” is not in b.ts', 'Old.fiatValue: there is no gone.ts'])
})

it('looks for the last part of a word, or for its value', () => {
  expect(nameOf('Quote.transactionRequest.gas')).toBe('gas')
  expect(nameOf('SpendTransaction.status=FAILED')).toBe('FAILED')
})

const codes = Object.entries(usages).filter(([word]) => word.startsWith('Error.errorCode='))

it('lists as rules exactly the error codes that a registration depends on', () => {
  const recognised = codes.filter(([word]) => {
    const body = new TextEncoder().encode(JSON.stringify({ errorCode: nameOf(word), fields: {}, message: '' }))
    return recogniseOutcome({ status: 400, contentType: 'application/json', etag: null, body, saved: null }) !== null
  })
  expect(recognised).toEqual(codes.filter(([, { kind }]) => kind === 'rule'))
})

it('lists as screens exactly the error codes that have their own message', () => {
  const worded = codes.filter(([word]) => refusalReason(nameOf(word)) !== null)
  expect(worded).toEqual(codes.filter(([, { kind }]) => kind === 'screen'))
})
