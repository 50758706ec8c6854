import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileSchema, type Profile } from '../../shared/services/profile.ts'
import type { WritableDb } from '../db/connections.ts'
import { openTestLedgerFile } from '../../testing/db/open-test-ledger-file.ts'
import { createSealer } from '../db/seal.ts'
import { createRequestBudget } from '../service/budget/request-budget.ts'
import { reply, startTestServer, type TestServer } from '../../testing/service/server.ts'
import { openProfiles, type Profiles } from './profiles.ts'

let folder: string
let ledger: WritableDb
let server: TestServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-profile-check-'))
  ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  server = await startTestServer(reply(404, { message: 'Nothing' }))
})
afterEach(async () => {
  await server.close()
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(mayUse = true): Profiles {
  return openProfiles({
    ledger,
    sealer: createSealer(randomBytes(32)),
    now: Date.now,
    offered: null,
    mayUse: () => mayUse,
    networks: () => [],
    signal: new AbortController().signal,
  })
}
const profile = (more: Partial<Profile> = {}): Profile =>
  profileSchema.parse({ name: 'Mine', baseUrl: server.baseUrl, integrator: 'shop', ...more })

it('a check counts in the hourly request budget, and stops when it is spent', async () => {
  const checked = await open().check(profile(), null)
  expect(checked.requests).toBe(server.seen.length)
  const budget = createRequestBudget({
    db: ledger,
    scope: server.baseUrl,
    requestsPerHour: 100,
    now: Date.now,
    onChange: () => undefined,
  })
  expect(budget.view().used).toBe(checked.requests)
  const again = await open().check(profile({ requestsPerHour: checked.requests }), null)
  expect(again).toMatchObject({ ok: false, requests: 0 })
  expect(again.rows.find(({ part }) => part === 'networks')?.message).toBe('skipped.hour')
})

it('a check sends only the token stored for that origin, and stores nothing', async () => {
  const profiles = open()
  profiles.save(profile({ token: 'kept-here' }))
  await profiles.check(profile(), null)
  expect(server.seen[0]?.headers.authorization).toBe('Bearer kept-here')
  const other = await startTestServer(reply(404, {}))
  await profiles.check(profile({ baseUrl: other.baseUrl }), null)
  expect(other.seen[0]?.headers.authorization).toBeUndefined()
  await other.close()
  expect(profiles.current()?.settings.baseUrl).toBe(server.baseUrl)
})

it('a service that this window may not use receives no request', async () => {
  await expect(open(false).check(profile(), null)).rejects.toMatchObject({ code: 'not-allowed' })
  expect(server.seen).toEqual([])
})
