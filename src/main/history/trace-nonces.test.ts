import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import type { SentTransaction } from '../chain/chain.ts'
import { traceNonces, type Trace } from './trace-nonces.ts'

const address = `0x${'5'.repeat(40)}` as const
const hashOf = (nonce: number): Hash => `0x${nonce.toString(16).padStart(64, '0')}`

/** Traces an account whose nonce n was used in block n * 10. */
function trace(parts: Partial<Trace> & { oldest?: number; bare?: readonly number[] }) {
  const { oldest = 0, bare = [], ...given } = parts
  const searched: number[] = []
  const chain: Trace['chain'] = {
    async sent(_, hash): Promise<SentTransaction> {
      const nonce = Number(hash)
      const block = { number: BigInt(nonce * 10), hash: hashOf(nonce) }
      return { hash, nonce, block, effect: bare.includes(nonce) ? null : { transfers: [], native: null } }
    },
    async nonceUse(_, nonce) {
      searched.push(nonce)
      if (nonce < oldest) return null
      return {
        hash: hashOf(nonce),
        block: { number: 0n, hash: hashOf(nonce) },
        isBacked: true,
        emitted: false,
        call: null,
      }
    },
  }
  const defaults = { chain, address, nonces: [5, 4, 3], since: 0n, shown: [], more: async () => [] }
  return { traced: traceNonces({ ...defaults, ...given }), searched }
}

it('searches only for nonces that neither logs nor the list name', async () => {
  const { traced, searched } = trace({ shown: [hashOf(5)], more: async () => [hashOf(3)] })
  expect((await traced).sent.map(({ nonce }) => nonce)).toEqual([5, 4, 3])
  expect(searched).toEqual([4])
})

it('asks for no approvals if every nonce is named', async () => {
  const more = () => Promise.reject(new Error('Asked'))
  const { traced } = trace({ shown: [5, 4, 3].map(hashOf), more })
  expect((await traced).unseen).toEqual([])
})

it('ends at the first transaction before the relevant blocks', async () => {
  const { traced, searched } = trace({ since: 45n })
  expect(await traced).toMatchObject({ sent: [{ nonce: 5 }], unseen: [] })
  expect(searched).toEqual([5, 4])
})

it('counts a transaction as seen only with a known effect, not by its nonce alone', async () => {
  expect((await trace({ bare: [4] }).traced).unseen).toEqual([4])
  expect((await trace({ bare: [4], more: async () => [hashOf(4)] }).traced).unseen).toEqual([4])
  expect((await trace({ bare: [4], shown: [hashOf(4)] }).traced).unseen).toEqual([])
})

it('counts what no node shows as unseen, and stops searching there', async () => {
  const nonces = Array.from({ length: 200 }, (_, index) => 300 - index)
  const forgotten = trace({ nonces, oldest: 299 })
  expect((await forgotten.traced).unseen).toHaveLength(198)
  expect(forgotten.searched).toEqual([300, 299, 298])
  const many = trace({ nonces })
  expect((await many.traced).unseen).toHaveLength(150)
  expect(many.searched).toHaveLength(50)
})
