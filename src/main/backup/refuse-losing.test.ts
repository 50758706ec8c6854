import { expect, it } from 'vitest'
import { testPhraseAddresses } from '../../testing/vault/vault.ts'
import { refuseLosing } from './refuse-losing.ts'

const [kept, lost] = testPhraseAddresses

it('refuses to lose the key of an account with a payment under way, and no other', () => {
  expect(() => refuseLosing([{ address: lost, index: null }], (address) => address === lost)).toThrow(
    expect.objectContaining({ code: 'not-allowed', details: { reason: 'restore-busy' } }) as Error,
  )
  const two = [kept, lost].map((address) => ({ address, index: null }))
  expect(() => refuseLosing(two, (address) => address === lost)).toThrow('would be lost')
  expect(() => refuseLosing([{ address: lost, index: null }], (address) => address === kept)).not.toThrow()
  expect(() => refuseLosing([], () => true)).not.toThrow()
})
