import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileSchema, type Profile } from '../../shared/services/profile.ts'
import { startHttpNode, type HttpNode } from '../../testing/chain/http-node.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer } from '../db/seal.ts'
import { openProfiles, type Profiles } from './profiles.ts'

const CHAIN_ID = 900_001
let folder: string
let ledger: WritableDb
let profiles: Profiles
let node: HttpNode
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-profile-nodes-'))
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  node = await startHttpNode({ chainId: CHAIN_ID, head: 7 })
  profiles = openProfiles({
    ledger,
    sealer: createSealer(randomBytes(32)),
    now: Date.now,
    offered: null,
    mayUse: () => true,
    networks: () => [],
    signal: new AbortController().signal,
  })
  profiles.save(profile())
})
afterEach(async () => {
  await node.stop()
  ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

function profile(...nodes: string[]): Profile {
  const rpcUrls = nodes.length > 0 ? { [String(CHAIN_ID)]: nodes } : {}
  return profileSchema.parse({ name: 'Mine', baseUrl: 'http://127.0.0.1:9', integrator: 'shop', rpcUrls })
}

it('reports a new request target for an added node or another service only', () => {
  expect(profiles.asksOthers(profile())).toBe(false)
  expect(profiles.asksOthers(profile(node.url))).toBe(true)
  expect(profiles.asksOthers({ ...profile(), baseUrl: 'http://127.0.0.1:10' })).toBe(true)
  profiles.save(profile(node.url))
  expect(profiles.asksOthers(profile(node.url))).toBe(false)
})

it('refuses a node of another chain, accepts one that fits or does not answer, and skips those in use', async () => {
  await profiles.checkNodes(profile(node.url))
  node.state.chainId = 137
  await expect(profiles.checkNodes(profile(node.url))).rejects.toMatchObject({
    code: 'network-mismatch',
    details: { reason: 'other-node', found: 137, expected: CHAIN_ID },
  })
  profiles.save(profile(node.url))
  await profiles.checkNodes(profile(node.url))
  await node.stop()
  await profiles.checkNodes(profile(node.url, `${node.url}/other`))
})
