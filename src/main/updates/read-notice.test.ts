import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { readNotice } from './read-notice.ts'
import { publicKeyOf, signNotice } from './sign-notice.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const key = publicKeyOf(privateKey)
const notice = { version: '1.2.0', date: '2026-11-20', page: 'https://till.example/1.2.0' }

/** Signs any text as the publisher. */
function signed(text: string): string {
  const signature = sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64')
  return JSON.stringify({ notice: text, signature })
}
const withPart = (part: object): string => signed(JSON.stringify({ ...notice, ...part }))

it('reads what the publisher signed', () => {
  expect(readNotice(signNotice(notice, privateKey), key)).toEqual(notice)
})

it('reads a signed text as it is written, whatever its spaces, its order and its further fields', () => {
  const text = `{ "page": "${notice.page}",\n "date": "2026-11-20", "severity": "high",\t"version": "1.2.0" }`
  expect(readNotice(signed(text), key)).toEqual(notice)
})

it.each([
  ['of another key', signNotice(notice, generateKeyPairSync('ed25519').privateKey)],
  ['of another text', signNotice(notice, privateKey).replace('1.2.0', '1.3.0')],
  ['of the same fields with one more space', signNotice(notice, privateKey).replace(',', ', ')],
  ['that is all zero', JSON.stringify({ notice: '{}', signature: `${'A'.repeat(86)}==` })],
])('refuses a signature %s', (_, document) => {
  expect(readNotice(document, key)).toEqual({ problem: 'signature' })
})

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Not found</title>'],
  ['a list', '[]'],
  ['null', 'null'],
  ['an unsigned notice', JSON.stringify(notice)],
  ['a signature of another size', JSON.stringify({ notice: '{}', signature: 'AAAA' })],
  ['a text that is too long', signed(JSON.stringify({ ...notice, more: 'x'.repeat(2_000) }))],
])('refuses %s as no notice', (_, document) => {
  expect(readNotice(document, key)).toEqual({ problem: 'not-a-notice' })
})

it.each([
  ['a malformed version', withPart({ version: '1.2' })],
  ['a version with words', withPart({ version: '1.2.0 – call us' })],
  ['a malformed date', withPart({ date: 'soon' })],
  ['a page on http', withPart({ page: 'http://till.example/' })],
  ['a page on this machine', withPart({ page: 'http://127.0.0.1:9/' })],
  ['a page that is a script', withPart({ page: 'javascript:alert(1)' })],
  ['a page that is a file', withPart({ page: 'file:///etc/passwd' })],
  ['a page behind a user name', withPart({ page: 'https://till.example@evil.example/' })],
  ['a page with a line break', withPart({ page: 'https://till.example/\n' })],
  ['a page that is too long', withPart({ page: `https://till.example/${'a'.repeat(300)}` })],
  ['no page', withPart({ page: undefined })],
  ['a text that is no JSON', signed('Till 1.2.0 is out')],
])('shows nothing of a signed notice with %s', (_, document) => {
  expect(readNotice(document, key)).toEqual({ problem: 'content' })
})

it('signs no notice that Till would refuse', () => {
  expect(() => signNotice({ ...notice, page: 'http://till.example' }, privateKey)).toThrow('https address')
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  expect(() => signNotice(notice, other)).toThrow('not an ed25519 key')
})
