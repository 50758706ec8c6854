import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCountedRefunds } from '../../purchases/refund/counted-refund-repository.ts'
import { readPossibleRefunds } from '../../purchases/refund/refund-repository.ts'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-refund-parts-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps refunds that counted and questions about transfers, which were all proven and of the amount that was paid', () => {
  const file = join(folder, 'ledger.db')
  const before = openDatabase(file, ledgerMigrations.slice(0, 34), 'normal')
  const [hash, sender] = [`0x${'2'.repeat(64)}`, `0x${'9'.repeat(40)}`]
  before.exec(
    `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
     VALUES ('a', 1, 'p', '7:0x0', '0x1', '{"payment":{"units":"5"}}', x'00'),
            ('b', 1, 'p', '7:0x0', '0x1', '{"payment":{"units":"5"}}', x'00');
     INSERT INTO counted_refunds VALUES ('a', '${hash}', NULL, '5', '${sender}', 'person');
     INSERT INTO possible_refunds (purchase_id, hash, place, sender, happened_at, found_at, declined_at)
     VALUES ('b', '${hash}', 1, '${sender}', 7, 8, 9);`,
  )
  before.close()
  const after = openDatabase(file, ledgerMigrations, 'normal')
  expect(readCountedRefunds(after, 'a')).toEqual([{ hash, place: null, units: 5n, from: sender, evidence: 'person' }])
  expect(readPossibleRefunds(after, 'b')).toEqual([
    {
      ...{ hash, place: 1, sender, units: 5n, isProven: true, isKnown: false, covers: ['b'] },
      ...{ happenedAt: 7, declinedAt: 9 },
    },
  ])
  after.close()
})
