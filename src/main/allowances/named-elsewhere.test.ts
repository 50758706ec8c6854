import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import type { ListedNetwork } from '../engine/current-service.ts'
import { insertStep } from '../engine/steps/step-repository.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { findTargets } from './find-targets.ts'
import type { RevocationRecord } from './revocation-repository.ts'
import { revokedToken } from './revoked-token.ts'

let books: TestLedger
beforeEach(() => {
  books = openTestLedger()
})
afterEach(() => books.dispose())

/** Stores a purchase that approved the test's coin on a chain. */
function approveOn(chainInstance: string): void {
  const intentId = books.store({ chainInstance })
  insertStep(books.context.ledger, { intentId, position: 1, kind: 'approve', chainInstance, from, nonce: 100 })
}

it('a coin that only a purchase on another chain names is shown under its short address', () => {
  approveOn('7:0x1')
  const revoked = (chainInstance: string) =>
    revokedToken({ ledger: books.context.ledger, current: () => null }, {
      token: terms.token.address,
      from,
      chainInstance,
      network: terms.network,
    } as RevocationRecord)
  expect(revoked('7:0x1').symbol).toBe('USDC')
  expect(revoked('7:0x0')).toMatchObject({ symbol: '0x3333…3333', decimals: null })
})

it('a silent network has the allowances of its own chain id, not of one that begins with it', async () => {
  const silent = { instance: () => Promise.reject(new AppError('network-unreachable', 'Silent')) }
  const listed = { key: 'harbour', network: terms.network, chain: silent, tokens: [], routers: [] }
  const context = {
    ledger: books.context.ledger,
    current: () => ({ profileId: 'p', networks: [listed as unknown as ListedNetwork] }),
    service: () => null,
  } as unknown as AllowancesContext
  const found = async (): Promise<number[]> => {
    const networks = await findTargets(context, from, () => Promise.reject(new Error('Nothing is scanned')))
    return networks.map(({ targets }) => targets.length)
  }
  approveOn('71:0x0')
  expect(await found()).toEqual([0])
  approveOn('7:0x5')
  expect(await found()).toEqual([1])
})
