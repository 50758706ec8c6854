import { expect, it } from 'vitest'
import { isOfferFresh, OFFER_GOOD_FOR_MS, readOfferTime } from './offer-age.ts'

const clocks = (monotonic: number, epoch: number) => ({ monotonic: () => monotonic, now: () => epoch })
const made = readOfferTime(clocks(1_000, 5_000_000))

it.each([
  ['now', 0, 0, true],
  ['up to its last millisecond', OFFER_GOOD_FOR_MS, OFFER_GOOD_FOR_MS, true],
  ['no longer', OFFER_GOOD_FOR_MS + 1, 0, false],
  ['no longer by the wall clock alone, as after sleep', 0, OFFER_GOOD_FOR_MS + 1, false],
  ['not before it was made, as in another process', -1, 0, false],
  ['with the wall clock set back', 1_000, -9_000_000, true],
])(
  'an offer can be confirmed %s: %s ms by the process and %s ms by the wall clock later is %s',
  (_, monotonic, wall, isFresh) => {
    expect(isOfferFresh(clocks(1_000 + monotonic, 5_000_000 + wall), made)).toBe(isFresh)
  },
)

it('an offer is valid as long as its profile says', () => {
  expect(isOfferFresh(clocks(11_000, 5_010_000), made, 10_000)).toBe(true)
  expect(isOfferFresh(clocks(11_001, 5_010_000), made, 10_000)).toBe(false)
})
