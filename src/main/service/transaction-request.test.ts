import { describe, expect, it } from 'vitest'
import { transactionRequestShape } from './transaction-request.ts'

const [to, from] = [`0x${'2'.repeat(40)}`, `0x${'1'.repeat(40)}`]
const least = { chainId: 7, to }
const read = (request: object) => transactionRequestShape.safeParse(request)
const parsed = {
  ...{ chainId: 7, type: null, from: null, to, data: '0x', value: 0n },
  ...{ gas: null, gasLimit: null, gasPrice: null, maxFeePerGas: null, maxPriorityFeePerGas: null },
}

describe('a transactionRequest', () => {
  it('is read with nothing but a chain and a recipient, and whatever is empty is absent', () => {
    expect(read(least).data).toEqual(parsed)
    const names = ['type', 'from', 'nonce', 'data', 'value', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas']
    for (const empty of ['', null]) {
      const request = Object.fromEntries([...names, 'maxPriorityFeePerGas'].map((name) => [name, empty]))
      expect(read({ ...least, ...request }).data).toEqual(parsed)
    }
  })

  it.each([2, '2', '0x2', 'eip1559'])('of type %s is of EIP-1559', (type) => {
    expect(read({ ...least, type }).data?.type).toBe(2)
  })

  it('may name its sender, a nonce and an empty access list; the last two say nothing', () => {
    expect(read({ ...least, from, nonce: '0x5', accessList: [] }).data).toEqual({ ...parsed, from })
  })

  it.each([
    ['a nonce that is none', { nonce: 'next' }],
    ['a negative nonce', { nonce: -1 }],
    ['a sender that is none', { from: '0x1' }],
    ['a type that is none', { type: 'eip4844' }],
    ['an access list', { accessList: [{ address: to, storageKeys: [] }] }],
    ['a field nobody knows', { authorizationList: [] }],
    ['no recipient', { to: '' }],
    ['no chain', { chainId: '' }],
    ['a blank value', { value: ' ' }],
  ])('with %s is not read', (_, changes) => {
    expect(read({ ...least, ...changes }).success).toBe(false)
  })
})
