import { HttpRequestError, TimeoutError } from 'viem'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../shared/errors.ts'
import { afterFailure, healthy } from './node-rest.ts'

const url = 'https://node.example'
const busy = (retryAfter?: string): HttpRequestError =>
  new HttpRequestError({ url, status: 429, headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}) })

describe('a node that failed', () => {
  it('rests twice as long each time, five minutes at most', () => {
    let health = healthy
    const rests: number[] = []
    for (let failure = 0; failure < 7; failure++) {
      health = afterFailure(health, new TimeoutError({ body: {}, url }), 1_000, 0)
      rests.push((health.restUntil - 1_000) / 1_000)
    }
    expect(rests).toEqual([15, 30, 60, 120, 240, 300, 300])
    expect(health).toMatchObject({ failures: 7, isLimited: false, failingSince: 1_000 })
  })

  it('because of too many requests rests as long as it says, else briefly at first', () => {
    expect(afterFailure(healthy, busy('7'), 0, 0)).toMatchObject({ restUntil: 7_000, isLimited: true })
    expect(afterFailure(healthy, busy('Thu, 01 Jan 1970 00:00:09 GMT'), 0, 4_000)).toMatchObject({ restUntil: 5_000 })
    expect(afterFailure(healthy, busy(), 0, 0)).toMatchObject({ restUntil: 1_000 })
    expect(afterFailure(healthy, busy('999999'), 0, 0)).toMatchObject({ restUntil: 300_000 })
  })

  it.each([
    ['of another chain with its id', new AppError('network-mismatch', 'No', { details: { found: 5 } }), true, 5],
    ['of another chain without an id', new AppError('network-mismatch', 'No'), true, null],
    ['too slow', new AppError('network-unreachable', 'Late', { details: { found: 5 } }), false, null],
    ['unreachable', new TimeoutError({ body: {}, url }), false, null],
  ])('is known to be %s', (_, error, isOther, foundChainId) => {
    expect(afterFailure(healthy, error, 0, 0)).toMatchObject({ isOther, foundChainId, isLimited: false })
  })

  it('was healthy before', () => {
    expect(healthy).toMatchObject({ failures: 0, isLimited: false, isOther: false, failingSince: null })
  })
})
