import SqliteDatabase from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, setUpTills, start, value, type Till } from '../../testing/app/app.ts'

setUpTills()

const payingStopped = async (till: Till): Promise<unknown> =>
  ((await value(till.ask('app.get'))) as { payingStopped: unknown }).payingStopped

/** Makes every change of the settings fail as on a full disk: SQLite has the same error for a table without row numbers left. */
function fillDisk(ledgerFile: string): void {
  const other = new SqliteDatabase(ledgerFile)
  other.exec(`
    CREATE TABLE filling (id INTEGER PRIMARY KEY AUTOINCREMENT);
    INSERT INTO filling VALUES (9223372036854775807);
    CREATE TRIGGER fills_up BEFORE INSERT ON settings BEGIN INSERT INTO filling VALUES (NULL); END;
    CREATE TRIGGER fills_up_again BEFORE UPDATE ON settings BEGIN INSERT INTO filling VALUES (NULL); END;
  `)
  other.close()
}

it('pays nothing after a request met a full disk, until the disk has room', async () => {
  const till = await start('one')
  expect(await payingStopped(till)).toBeNull()
  fillDisk(join(folder, 'one', 'ledger.db'))
  await expect(value(till.ask('settings.set', { theme: 'dark' }))).rejects.toThrow('not-allowed disk-failed')
  expect(await payingStopped(till)).toBe('disk-full')
  // The disk under the test has room.
  await expect.poll(() => payingStopped(till)).toBeNull()
})
