import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-transfers-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps every intent, step, signed byte and revocation, their order and what names them, and takes a transfer', () => {
  const file = join(folder, 'ledger.db')
  const tables = ['intents', 'steps', 'signed_transactions', 'revocations']
  const before = openDatabase(file, ledgerMigrations.slice(0, 15), 'normal')
  before.exec(`
    INSERT INTO intents (id, kind) VALUES ('b', 'purchase'), ('a', 'revocation');
    INSERT INTO steps VALUES ('b', 0, 'pay', 'signed', '7:0x0', '0x1', 5, NULL, NULL, NULL, NULL),
                             ('a', 0, 'revoke', 'final', '7:0x0', '0x1', 4, '0xa0', 9, '0xbb', '21');
    INSERT INTO signed_transactions VALUES ('0xb1', 'b', 0, 'original', '0x02', '10', '0x3', '500', 1),
                                           ('0xb0', 'b', 0, 'speed-up', '0x02', '12', '0x3', '500', 1),
                                           ('0xa0', 'a', 0, 'original', '0x02', '10', '0x3', '0', 1);
    INSERT INTO revocations VALUES ('a', 1, 'p', '7:0x0', '0x1', '0x2', '0x3', '{}');
  `)
  const was = tables.map((table) => before.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all())
  const indexes = (db: typeof before): unknown =>
    db.prepare(`SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`).all()
  const indexed = indexes(before) as unknown[]
  before.close()
  const after = openDatabase(file, ledgerMigrations.slice(0, 16), 'normal')
  expect(tables.map((table) => after.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all())).toEqual(was)
  expect(indexes(after)).toEqual(expect.arrayContaining(indexed))
  expect(after.pragma('foreign_key_check')).toEqual([])
  const insert = (id: string): unknown =>
    after.exec(
      `INSERT INTO transfers VALUES ('${id}', 1, 'p', '7:0x0', '0x1', '{}', '{}', NULL, '500', '0x9', NULL);
       INSERT INTO steps VALUES ('${id}', 0, 'send', 'signed', '7:0x0', '0x1', 6, NULL, NULL, NULL, NULL)`,
    )
  expect(() => insert('z')).toThrow('FOREIGN KEY')
  after.exec(`INSERT INTO intents VALUES ('c', 'transfer')`)
  insert('c')
  expect(() =>
    after.exec(`INSERT INTO steps VALUES ('a', 1, 'send', 'signed', '7:0x0', '0x1', 6, NULL, NULL, NULL, NULL)`),
  ).toThrow('UNIQUE')
  expect(() => after.exec(`DELETE FROM intents WHERE id = 'c'`)).toThrow('FOREIGN KEY')
  after.close()
})
