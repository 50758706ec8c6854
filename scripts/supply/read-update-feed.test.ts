import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { publicKeyOf } from '../../src/main/updates/sign-notice.ts'
import { readUpdateFeed } from './read-update-feed.ts'

const url = 'https://till.example/newest.json'
const key = publicKeyOf(generateKeyPairSync('ed25519').privateKey)
const otherKind = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey
const ecKey = otherKind.export({ format: 'der', type: 'spki' }).toString('base64')

it.each([{}, { TILL_UPDATES_URL: '', TILL_UPDATES_KEY: '' }])(
  'a build without address and key has no feed: %j',
  (given) => {
    expect(readUpdateFeed(given)).toBeNull()
  },
)

it('a build with an https address and a key has both', () => {
  expect(readUpdateFeed({ TILL_UPDATES_URL: url, TILL_UPDATES_KEY: key, HOME: '/' })).toEqual({ url, key })
})

it.each([
  ['an address without a key', { TILL_UPDATES_URL: url }, 'not TILL_UPDATES_KEY'],
  ['a key without an address', { TILL_UPDATES_KEY: key }, 'not TILL_UPDATES_URL'],
  ['http', { TILL_UPDATES_URL: url.replace('https', 'http'), TILL_UPDATES_KEY: key }, 'https address'],
  ['http on the loopback', { TILL_UPDATES_URL: 'http://127.0.0.1/n', TILL_UPDATES_KEY: key }, 'https address'],
  ['a user name', { TILL_UPDATES_URL: 'https://me@till.example/', TILL_UPDATES_KEY: key }, 'https address'],
  ['no address', { TILL_UPDATES_URL: 'till.example', TILL_UPDATES_KEY: key }, 'https address'],
  ['a key that is no base64', { TILL_UPDATES_URL: url, TILL_UPDATES_KEY: `${key.slice(1)}!` }, 'public key'],
  ['a key that is cut off', { TILL_UPDATES_URL: url, TILL_UPDATES_KEY: key.slice(0, 40) }, 'public key'],
  ['a key of another kind', { TILL_UPDATES_URL: url, TILL_UPDATES_KEY: ecKey }, 'public key'],
])('a build fails with %s', (_, given, message) => {
  expect(() => readUpdateFeed(given)).toThrow(message)
})
