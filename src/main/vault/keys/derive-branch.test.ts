import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deriveBranch } from './derive-branch.ts'

it('any seed’s branch has the keys and chain code of BIP-32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (seed) => {
      const expected = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
      const branch = deriveBranch(seed)
      expect([branch.privateKey, branch.chainCode]).toEqual([expected.privateKey, expected.chainCode])
      expect(branch.deriveChild(7).privateKey).toEqual(expected.deriveChild(7).privateKey)
    }),
    { numRuns: 30 },
  )
})
