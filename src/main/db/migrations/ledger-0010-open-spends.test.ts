import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBySpend } from '../../purchases/track/open-repository.ts'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-spends-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('finds open purchases by the service’s ids of them, without looking at any other', () => {
  const db = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'normal')
  const insert = db.prepare(
    `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery, registration, ended, spend)
     VALUES (?, 1, ?, '7:0x0', ?, '{}', x'00', ?, ?, json_object('transactionId', ?))`,
  )
  insert.run('a', 'p', '0x1', 'registered', 0, 's1')
  insert.run('b', 'p', '0x1', 'registered', 1, 's2')
  insert.run('c', 'p', '0x2', 'registered', 0, 's3')
  insert.run('d', 'q', '0x1', 'registered', 0, 's4')
  insert.run('e', 'p', '0x1', 'registered', 0, 's5')
  const plans: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all('p', '0x1', '[]') as { detail: string }[]
    plans.push(...plan.map(({ detail }) => detail))
    return prepare(sql)
  }) as typeof db.prepare
  const found = findBySpend(db, { profileId: 'p', from: '0x1' }, ['s1', 's2', 's3', 's4', 's5', 's6'])
  expect(Object.fromEntries(found)).toEqual({ s1: 'a', s5: 'e' })
  expect(plans).toContainEqual(expect.stringContaining('SEARCH purchases USING INDEX purchases_open_spends'))
  db.close()
})
