import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileSchema } from '../../shared/profile.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase, type Database } from '../db/open-database.ts'
import { createSealer } from '../db/seal.ts'
import { reply, startTestServer, type TestServer } from '../service/test-server.ts'
import { insertProfile, writeToken } from '../settings/profiles-repository.ts'
import { openServices, type Services } from './services.ts'

let folder: string
let ledger: Database
let server: TestServer
const sealer = createSealer(randomBytes(32))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-services-'))
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  server = await startTestServer(reply(200, { success: true, data: [] }))
  const { token: _, ...settings } = profileSchema.parse({ name: 'Shop', baseUrl: server.baseUrl, integrator: 'shop' })
  insertProfile(ledger, 'kept', 1, settings)
  writeToken(ledger, sealer, 'kept', 'tok', false)
})
afterEach(async () => {
  await server.close()
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(mayUse: boolean): Services {
  const ignore = (): void => undefined
  const told = { onTokenRefused: ignore, onBudgetChange: ignore, onConnectionChange: ignore }
  return openServices({ ledger, sealer, now: Date.now, mayUse: () => mayUse, ...told })
}

describe('the service of a kept profile', () => {
  it('is not there at a later start in a window that may not use it, so that nothing is ever asked of it', () => {
    expect(open(false).get('kept')).toBeNull()
    expect(server.seen).toEqual([])
  })

  it('is there again, token and all, in one that may', async () => {
    await open(true).get('kept')?.client.listNetworks()
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer tok'])
  })

  it('is not there for a profile nobody knows', () => {
    expect(open(true).get('another')).toBeNull()
  })
})
