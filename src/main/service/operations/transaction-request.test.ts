import { describe, expect, it } from 'vitest'
import { readTransactionRequest } from './transaction-request.ts'

const [to, from] = [`0x${'2'.repeat(40)}`, `0x${'1'.repeat(40)}`]
const least = { chainId: 7, to }
function read(request: object) {
  const answer = readTransactionRequest(request)
  return answer.ok ? answer.request : answer.problem
}
function ignored(request: object) {
  const answer = readTransactionRequest({ ...least, ...request })
  return answer.ok && answer.ignored
}
const parsed = {
  chainId: 7,
  type: null,
  from: null,
  to,
  data: '0x',
  value: 0n,
  gas: null,
  gasLimit: null,
  gasPrice: null,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
}

describe('a transactionRequest', () => {
  it('needs only a chain and a recipient, and empty fields count as absent', () => {
    expect(read(least)).toEqual(parsed)
    const names = ['type', 'from', 'nonce', 'data', 'value', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas']
    for (const empty of ['', null]) {
      const request = Object.fromEntries([...names, 'maxPriorityFeePerGas'].map((name) => [name, empty]))
      expect(read({ ...least, ...request })).toEqual(parsed)
    }
  })

  it.each([2, '2', '0x2', 'eip1559'])('of type %s is an EIP-1559 transaction', (type) => {
    expect(read({ ...least, type })).toMatchObject({ type: 2 })
  })

  it('may name its sender, a nonce and an empty access list; the last two are ignored', () => {
    expect(read({ ...least, from, nonce: '0x5', accessList: [] })).toEqual({ ...parsed, from })
  })

  it.each([
    ['an invalid nonce', { nonce: 'next' }, 'nonce'],
    ['a negative nonce', { nonce: -1 }, 'nonce'],
    ['an invalid sender', { from: '0x1' }, 'from'],
    ['an invalid type', { type: 'eip4844' }, 'type'],
    ['no recipient', { to: '' }, 'to'],
    ['no chain', { chainId: '' }, 'chainId'],
    ['a blank value', { value: ' ' }, 'value'],
  ])('with %s is rejected', (_, changes, field) => {
    expect(read({ ...least, ...changes })).toEqual({ reason: 'malformed-field', field })
  })

  it.each([
    ['accessList', [{ address: to, storageKeys: [] }]],
    ['authorizationList', []],
    ['authorization_list', [{}]],
    ['blobVersionedHashes', ['0x01']],
    ['blobs', []],
    ['maxFeePerBlobGas', '0x0'],
    ['sidecars', [{}]],
    ['kzg', {}],
    ['feePayer', true],
    ['paymaster', from],
    ['paymasterAndData', '0x'],
    ['factoryDeps', []],
    ['feeCurrency', to],
    ['calls', [{ to }]],
    ['operation', 1],
    ['input', '0x01'],
  ])('with %s is rejected, and the field is named', (field, value) => {
    expect(read({ ...least, [field]: value })).toEqual({ reason: 'unsupported-field', field })
    expect(read({ ...least, [field]: null })).toEqual(parsed)
  })

  it('is read without its unknown fields, and their names are kept', () => {
    const extra = { validUntil: 5, memo: { to: from, value: '0x5' }, 'description\u202e\n ': 'x', '': 1 }
    expect(read({ ...least, ...extra })).toEqual(parsed)
    expect(ignored(extra)).toEqual(['validUntil', 'memo', 'description'])
    expect(ignored({ nonce: 1, accessList: [], input: '0x', from })).toEqual([])
  })

  it('keeps at most ten of those names, each of limited length', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}${'y'.repeat(5000)}`, 1]))
    const names = ignored(many) || []
    expect(names).toHaveLength(11)
    expect(names.at(-1)).toBe('…')
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(40)
  })

  it('that is not an object is rejected', () => {
    for (const raw of [7, 'pay', [], [least]]) expect(readTransactionRequest(raw)).toMatchObject({ ok: false })
  })
})
