import { expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { createAccountLocks } from '../account-locks.ts'
import { createNewestOffer, type NewestOffer } from './newest-offer.ts'

interface Offer {
  readonly view: { readonly offerKey: string }
}

const offerOf = (offerKey: string): Offer => ({ view: { offerKey } })
const account = { chainInstance: '1:0x00', from: '0x00' }

function newestOffer(): NewestOffer<Offer> {
  const context = { locks: createAccountLocks(), onDiskError: () => undefined }
  return createNewestOffer<Offer>(
    context,
    () => account,
    () => new AppError('quote-expired', 'Too old'),
  )
}

it('is signed once, even if it is confirmed twice at once', async () => {
  const offers = newestOffer()
  offers.put(offerOf('a'))
  const sign = vi.fn(() => Promise.resolve('id'))
  const outcomes = await Promise.allSettled([offers.sign('a', sign), offers.sign('a', sign)])
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: 'id' },
    { status: 'rejected', reason: { code: 'quote-expired' } },
  ])
  expect(sign).toHaveBeenCalledTimes(1)
  await expect(offers.sign('a', sign)).rejects.toThrow('Too old')
})

it('is not signed once another one replaced it while it waited for the lock', async () => {
  const offers = newestOffer()
  offers.put(offerOf('a'))
  const sign = vi.fn(() => Promise.resolve('id'))
  const signed = offers.sign('a', sign)
  offers.put(offerOf('b'))
  await expect(signed).rejects.toThrow('Too old')
  expect(sign).not.toHaveBeenCalled()
  expect(await offers.sign('b', sign)).toBe('id')
})

it('can be signed again after a failure, until it is dropped', async () => {
  const offers = newestOffer()
  offers.put(offerOf('a'))
  await expect(offers.sign('a', () => Promise.reject(new Error('Locked')))).rejects.toThrow('Locked')
  offers.drop()
  await expect(offers.sign('a', () => Promise.resolve('id'))).rejects.toThrow('Too old')
})
