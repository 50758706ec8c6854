import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { planPathOf } from '../backup/backup-files.ts'
import { writePlan } from '../backup/backup-plan.ts'
import { cheapKeyCost, startTestProcess } from '../../testing/vault/vault.ts'
import type { VaultProcess } from '../vault/process/vault-process.ts'
import first from '../vault/vectors/first-vault.json' with { type: 'json' }
import { createShopGuard, type ShopGuard } from './shop-guard.ts'

const [shops, another] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'till-guard-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

const mark = (text: string): void => writeFileSync(join(dataDir, 'shop-mode.json'), text)
const open = (
  isShopsLedger = false,
  { vaults = [], startProcess = startTestProcess }: { vaults?: string[]; startProcess?: () => VaultProcess } = {},
): ShopGuard =>
  createShopGuard({
    dataDir,
    isShopsLedger: () => isShopsLedger,
    vaults,
    replaced: join(dataDir, 'vault.json'),
    opening: {
      throttle: { around: (work) => work(), reset: () => undefined },
      startProcess,
      cost: cheapKeyCost,
    },
  })

it('at home any wallet may be restored', () => {
  expect(open()).toMatchObject({ isShop: false, asks: null })
  expect(() => open().assertOwn(another)).not.toThrow()
})

it('in a shop only its own wallet may be restored, as its mark names it', () => {
  mark(JSON.stringify({ wallet: shops }))
  expect(open().asks).toBe('typed')
  expect(() => open().assertOwn(shops)).not.toThrow()
  expect(() => open().assertOwn(another)).toThrow('cannot be used')
})

it('in a shop whose mark is damaged or gone, the plan of its backups names its wallet, else none may be restored', () => {
  mark('damaged')
  expect(() => open().assertOwn(shops)).toThrow('cannot be used')
  const plan = { wallet: shops, keyCheck: '0'.repeat(64), since: 1, folder: null, last: null }
  writePlan(planPathOf(dataDir), plan)
  expect(() => open().assertOwn(shops)).not.toThrow()
  rmSync(join(dataDir, 'shop-mode.json'))
  expect(() => open(true).assertOwn(shops)).not.toThrow()
  expect(() => open(true).assertOwn(another)).toThrow('cannot be used')
})

it('checks the manager’s password with the shop’s vault, and overwrites the key that it opens', async () => {
  mark(JSON.stringify({ wallet: shops }))
  writeFileSync(join(dataDir, 'vault.json'), JSON.stringify(first.file))
  const recordsKey = new Uint8Array(32).fill(7)
  const process = { ask: async () => ({ recordsKey, file: null }), end: async () => undefined }
  const guard = open(false, { vaults: ['vault.json'], startProcess: () => process as unknown as VaultProcess })
  expect(guard.asks).toBe('password')
  await guard.assertManager({ proof: first.password })
  expect(recordsKey).toEqual(new Uint8Array(32))
})
