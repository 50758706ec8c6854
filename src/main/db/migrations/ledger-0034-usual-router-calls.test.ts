import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ESCROW_CALL } from '../../../shared/services/profile.ts'
import { readCurrentProfile, readProfile } from '../../settings/profiles-repository.ts'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

const pay = 'function pay(address token, uint256 amount, uint256 quoteId)'
const other = 'function buy(address token, uint256 amount)'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-router-calls-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('lets profiles that were stored with the usual call pay through an escrow, and changes no others', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 33), 'normal')
  const add = before.prepare('INSERT INTO profiles (id, created_at, body, is_current) VALUES (?, 1, ?, ?)')
  const service = { name: 'Shop', baseUrl: 'https://service.example', integrator: 'shop', intentChain: 'chain-id' }
  add.run('usual', JSON.stringify({ ...service, routerCalls: [pay] }), 1)
  add.run('own', JSON.stringify({ ...service, routerCalls: [other, pay] }), 0)
  add.run('none', JSON.stringify({ ...service, routerCalls: [] }), 0)
  add.run('silent', JSON.stringify(service), 0)
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(readCurrentProfile(after)).toMatchObject({
    ...{ id: 'usual', settings: { ...service, routerCalls: [pay, ESCROW_CALL] } },
  })
  expect(readProfile(after, 'own')?.settings.routerCalls).toEqual([other, pay])
  expect(readProfile(after, 'none')?.settings.routerCalls).toEqual([])
  expect(readProfile(after, 'silent')?.settings.routerCalls).toEqual([pay, ESCROW_CALL])
  after.close()
})
