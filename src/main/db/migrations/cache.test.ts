import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WritableDb } from '../connections.ts'
import { openDatabase } from '../open-database.ts'
import { cacheMigrations } from './cache.ts'

let cache: WritableDb
beforeEach(() => {
  cache = openDatabase(':memory:', cacheMigrations, 'normal')
  cache.exec(`
    INSERT INTO networks VALUES ('polygon', 0, '{}');
    INSERT INTO tokens VALUES ('polygon', 0, '{}'), ('polygon', 1, '{}');
    INSERT INTO metadata_reads VALUES ('tokens', 'polygon', 'service', 1);
    INSERT INTO last_balances VALUES ('0x1', 137, 'polygon', '{}');
    INSERT INTO register_reads VALUES ('service', '0x1', 1, 0, 0, NULL, 0, 0, NULL);
  `)
})
afterEach(() => cache.close())

it.each([
  ['a token without a network', "INSERT INTO tokens VALUES ('base', 0, '{}')", 'FOREIGN KEY'],
  ['a second token at one position', "INSERT INTO tokens VALUES ('polygon', 1, '{}')", 'UNIQUE'],
  ['a read of something else', "INSERT INTO metadata_reads VALUES ('brands', '', 'service', 1)", 'CHECK'],
  [
    'a second read of one network’s tokens',
    "INSERT INTO metadata_reads VALUES ('tokens', 'polygon', 'other', 2)",
    'UNIQUE',
  ],
  ['a second balance of one account', "INSERT INTO last_balances VALUES ('0x1', 137, 'polygon', '[]')", 'UNIQUE'],
  ['a second row about checks for a newer version', 'INSERT INTO update_checks VALUES (2, 1, NULL)', 'CHECK'],
  ['a list that is neither complete nor not', 'UPDATE register_reads SET complete = 2', 'CHECK'],
])('the cache’s schema refuses %s', (_, sql, constraint) => {
  expect(() => cache.exec(sql)).toThrow(constraint)
})

it('deleting a network deletes its tokens', () => {
  cache.exec('DELETE FROM networks')
  expect(cache.prepare('SELECT count(*) FROM tokens').pluck().get()).toBe(0)
})
