import { keccak256, numberToHex, pad, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { findOtherName, quoteIdsIn } from './compare-names.ts'

const uuid = 'b1946ac9-2492-4d2e-9a10-00000000ab01'
const names = { quoteId: '41', sku: 'OAK_US_5-I', reference: '+525512345678' }

function find(name: string, type: string, value: unknown, changes: Partial<typeof names> = {}) {
  return findOtherName([{ name, type, value }], { ...names, ...changes })
}

describe('a quote id in a call', () => {
  it.each([
    ['uint256', '41', 41n],
    ['uint32', '41', 41],
    ['uint256', '0041', 41n],
    ['int256', '-41', -41n],
    ['string', '41', '41'],
    ['string', uuid, uuid],
    ['bytes32', '41', pad(numberToHex(41n), { size: 32 })],
    ['bytes32', '41', pad(stringToHex('41'), { dir: 'right', size: 32 })],
    ['bytes32', uuid, keccak256(stringToHex(uuid))],
    ['bytes32', uuid, pad(`0x${uuid.replaceAll('-', '')}`, { dir: 'right', size: 32 })],
    ['bytes16', uuid, `0x${uuid.replaceAll('-', '')}`],
    ['bytes16', uuid.toUpperCase(), `0x${uuid.replaceAll('-', '').toUpperCase()}`],
    ['bytes', '4097', '0x1001'],
    ['bytes', '5', '0x05'],
    ['bytes', '0', '0x00'],
    ['bytes', uuid, stringToHex(uuid)],
    ['uint256', uuid, BigInt(keccak256(stringToHex(uuid)))],
  ])('may be %s for %s: %s', (type, quoteId, value) => {
    expect(find('quoteId', type, value, { quoteId })).toBeNull()
    expect(find('quoteId', type, value, { quoteId: `${quoteId}1` })).toBe('other-quote')
    expect(find('quoteId', type, value, { quoteId: `1${quoteId}` })).toBe('other-quote')
  })

  it.each([
    ['string', '041'],
    ['string', keccak256(stringToHex('41'))],
    ['bytes', '0x'],
    ['bytes16', `0x${'0'.repeat(32)}`],
    ['bytes32', `0x${'2900'.repeat(16)}`],
    ['bool', true],
    ['uint256[]', [41n]],
  ])('is another one as %s: %s', (type, value) => expect(find('quoteId', type, value)).toBe('other-quote'))

  it.each([`00${uuid}`, `${uuid}00`])('that is longer than a UUID is none: %s', (quoteId) => {
    expect(find('quoteId', 'bytes', `0x${quoteId.replaceAll('-', '')}`, { quoteId })).toBe('other-quote')
  })

  it.each(['-1', '-4097', ''])('that is %j is not mistaken for other bytes', (quoteId) => {
    expect(find('quoteId', 'bytes', '0x01', { quoteId })).toBe('other-quote')
    expect(find('quoteId', 'bytes', '0x1001', { quoteId })).toBe('other-quote')
  })

  it.each(['quoteId', 'quote_id', 'QUOTE', 'quoteNumber', 'quoteRef'])('is known by the name %s', (name) => {
    expect(find(name, 'uint256', 42n)).toBe('other-quote')
    expect(quoteIdsIn([{ name, type: 'uint256', value: 42n }])).toEqual(['42'])
  })

  it('under any other name means nothing', () => {
    expect(find('orderId', 'uint256', 42n)).toBeNull()
    expect(quoteIdsIn([{ name: 'orderId', type: 'uint256', value: 42n }])).toEqual([])
  })
})

describe('a product in a call', () => {
  it.each(['sku', 'productSku', 'sku_id'])('is another one under the name %s', (name) => {
    expect(find(name, 'string', 'OAK_US_5-I')).toBeNull()
    expect(find(name, 'string', 'OAK_US_50-I')).toBe('other-product')
  })
})

describe('a reference in a call', () => {
  it.each([
    ['+525512345678', '+52 (55) 1234-5678'],
    ['+525512345678', ' +525512345678 '],
    ['+525512345678', 'ref-77'],
    ['+525512345678', 'a +52 55 8765 4321'],
    ['+525512345678', '+52 55 8765 4321 ext'],
    ['+525512345678', '+123456'],
    ['+525512345678', 'eve@example.org'],
    [' +525512345678 ', '+525512345678'],
    ['ana@example.org', 'ANA@example.org '],
    [' ana@example.org', 'ana@example.org'],
    ['ana@example.org', 'ref-77'],
    ['', '+52 55 8765 4321'],
  ])('means the same as %j, or is an id of the service: %j', (reference, given) => {
    expect(find('deliveryReference', 'string', given, { reference })).toBeNull()
  })

  it.each([
    ['+525512345678', '+52 55 8765 4321'],
    ['+525512345678', ' +52.55.8765.4321 '],
    ['ana@example.org', 'eve@example.org'],
  ])('means something other than %j: %j', (reference, given) => {
    expect(find('reference', 'string', given, { reference })).toBe('other-reference')
    expect(find('serviceRef', 'string', given, { reference })).toBe('other-reference')
  })

  it('that is not text means nothing', () => expect(find('reference', 'uint256', 42n)).toBeNull())
})
