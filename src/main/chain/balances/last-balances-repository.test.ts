import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { cacheMigrations } from '../../db/migrations/cache.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import { readLastBalance, writeLastBalance } from './last-balances-repository.ts'

const [mine, other]: [Address, Address] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const network: NetworkView = {
  key: 'a',
  name: 'A',
  chainId: 7,
  isTestnet: true,
  logo: null,
  tokens: [],
  unpayable: null,
  native: { name: 'Coin', symbol: 'C', decimals: 0, logo: null },
}
const readAt = '2026-01-02T03:04:05.000Z'
const view: BalanceView = {
  networkKey: 'a',
  native: '5',
  tokens: { usdc: '7.5' },
  reserved: {},
  readAt,
  last: null,
  error: null,
}
let folder: string
let cache: WritableDb
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-last-'))
  cache = openDatabase(join(folder, 'cache.db'), cacheMigrations, 'normal')
})
afterEach(() => {
  cache.close()
  rmSync(folder, { recursive: true })
})

it('stores complete reads per account and chain, and skips incomplete ones', () => {
  expect(readLastBalance(cache, mine, network)).toBeNull()
  writeLastBalance(cache, mine, network, view)
  const last = { native: '5', tokens: { usdc: '7.5' }, readAt }
  expect(readLastBalance(cache, mine, network)).toEqual(last)
  writeLastBalance(cache, mine, network, { ...view, tokens: { usdc: null }, readAt: null })
  expect(readLastBalance(cache, mine, network)).toEqual(last)
  expect(readLastBalance(cache, other, network)).toBeNull()
  expect(readLastBalance(cache, mine, { ...network, chainId: 8 })).toBeNull()
})
