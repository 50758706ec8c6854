import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { Chain } from '../chain/chain.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createTestClient } from '../../testing/service/client.ts'
import { systemTimer } from '../../shared/timer.ts'
import { createReconciler } from './reconciler.ts'

it('reports internal errors, and no network that does not answer', async () => {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  const service = createTestClient({ baseUrl: 'http://127.0.0.1:1' })
  const messages: string[] = []
  const polled: string[] = []
  const network = (key: string, error: Error) => ({
    key,
    tokens: [],
    payableNative: null,
    routers: [],
    network: { key, name: key, chainId: 1, rpcUrls: [], explorerUrl: '', nativeSymbol: 'ETH' },
    chain: { instance: () => (polled.push(key), Promise.reject(error)) } as unknown as Chain,
  })
  const networks = [network('away', new AppError('network-unreachable', 'Away')), network('odd', new Error('Odd'))]
  const reconciler = createReconciler({
    ledger,
    now: Date.now,
    monotonic: () => performance.now(),
    timer: systemTimer,
    address: () => '0x0000000000000000000000000000000000000001',
    current: () => ({ profileId: 'one', client: service.client, networks }),
    onFound: () => undefined,
    onUnforeseen: (_, what) => void messages.push(what),
  })
  reconciler.reconcileAll()
  await expect.poll(() => polled).toEqual(['away', 'odd'])
  await reconciler.stop()
  service.dispose()
  ledger.close()
  expect(messages).toEqual(['reconciling on odd'])
})

it('checks a network while the nodes of another are slow', async () => {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  const service = createTestClient({ baseUrl: 'http://127.0.0.1:1' })
  const polled: string[] = []
  let answer = (): void => undefined
  const slow = new Promise<string>((resolve) => (answer = () => resolve('1:0x0')))
  const network = (key: string, instance: Promise<string>) => ({
    key,
    tokens: [],
    payableNative: null,
    routers: [],
    network: { key, name: key, chainId: 1, rpcUrls: [], explorerUrl: '', nativeSymbol: 'ETH' },
    chain: { instance: () => (polled.push(key), instance) } as unknown as Chain,
  })
  const away = Promise.reject(new AppError('network-unreachable', 'Away'))
  away.catch(() => undefined)
  const networks = [network('slow', slow), network('other', away)]
  const reconciler = createReconciler({
    ledger,
    now: Date.now,
    monotonic: () => performance.now(),
    timer: systemTimer,
    address: () => '0x0000000000000000000000000000000000000001',
    current: () => ({ profileId: 'one', client: service.client, networks }),
    onFound: () => undefined,
    onUnforeseen: () => undefined,
  })
  reconciler.reconcileAll()
  try {
    await expect.poll(() => polled).toEqual(['slow', 'other'])
  } finally {
    answer()
    await reconciler.stop()
    service.dispose()
    ledger.close()
  }
})
