import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBackup, reasonOf } from './make-backup.ts'
import { openBackup } from './read-backup.ts'
import { createMachines, refusalOf, vaultOf, type TestMachines } from '../../testing/backup/backup.ts'
import { NotVerifiedError } from './write-backup.ts'

const start = Date.UTC(2030, 0, 1, 12)
const day = 86_400_000

let machines: TestMachines
beforeEach(async () => void (machines = await createMachines()))
afterEach(() => machines.close())

function make(at: number, given: Partial<Parameters<typeof makeBackup>[0]> = {}): Promise<string> {
  const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
  return makeBackup({ ledger, vault, recordsKey, folder, dataDir, at, till: '1', ...given })
}
const names = (): string[] => readdirSync(machines.stick).sort()

describe('making a backup', () => {
  it('names it by its time, even twice in a second, and leaves no other file', async () => {
    await make(start)
    await make(start)
    expect(names()).toEqual(['till-2030-01-01-120000-2.tillbackup', 'till-2030-01-01-120000.tillbackup'])
    expect(readdirSync(machines.old).filter((name) => !name.startsWith('ledger.db'))).toEqual([])
  })

  it('keeps the five newest of its wallet, whatever the clock says, and deletes nothing else', async () => {
    const other = await make(start - 9 * day, { vault: await vaultOf(machines.recordsKey) })
    const fake = join(machines.stick, 'till-2029-01-01-120000.tillbackup')
    writeFileSync(fake, 'a diary')
    writeFileSync(join(machines.stick, 'notes.txt'), '')
    const made = []
    for (let number = 0; number < 6; number++) made.push(await make(start + number * day))
    const late = await make(start - day)
    const left = [...made.slice(2), late, other, fake, join(machines.stick, 'notes.txt')]
    expect(names().map((name) => join(machines.stick, name))).toEqual(left.sort())
    expect(readFileSync(fake, 'utf8')).toBe('a diary')
  })

  it('removes what an interrupted backup left', async () => {
    writeFileSync(join(machines.stick, `${machines.vault.header.walletId}.0123456789abcdef.part`), 'half a backup')
    await make(start)
    expect(names()).toEqual(['till-2030-01-01-120000.tillbackup'])
  })

  it('gives no name to one that does not open again, and keeps the ones before', async () => {
    const before = [await make(start)]
    const unopened = { ...machines.vault, accounts: [] }
    expect(await refusalOf(make(start + day, { vault: unopened }))).toBe('backup-failed not-verified')
    expect(names().map((name) => join(machines.stick, name))).toEqual(before)
    expect(readdirSync(machines.old).filter((name) => !name.startsWith('ledger.db'))).toEqual([])
  })

  it('works while the ledger is written', async () => {
    const making = make(start)
    for (let number = 0; number < 50; number++)
      machines.ledger.prepare("INSERT INTO intents VALUES (?, 'purchase')").run(`n${number}`)
    const backup = await openBackup(await making)
    await backup.readLedger(machines.recordsKey, () => undefined)
    await backup.close()
    expect(backup.header).toMatchObject({ madeAt: start, wallet: machines.vault.header.walletId })
  })

  it('reports a missing folder, and removes nothing', async () => {
    await make(start)
    const before = names()
    expect(await refusalOf(make(start + day, { folder: join(machines.stick, 'pulled') }))).toBe(
      'backup-failed folder-gone',
    )
    expect(await refusalOf(make(start + day, { folder: join(machines.stick, before[0]!) }))).toBe(
      'backup-failed folder-gone',
    )
    rmSync(machines.old, { recursive: true })
    expect(await refusalOf(make(start + day))).toMatch(/^backup-failed/)
    expect(names()).toEqual(before)
  })

  it.each([
    ['ENOSPC', 'disk-full'],
    ['SQLITE_FULL', 'disk-full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'read-only'],
    ['ENOENT', 'folder-gone'],
    ['EIO', null],
  ])('explains %s of the disk', (code, problem) => {
    expect(reasonOf(Object.assign(new Error('No'), { code }))).toBe(problem)
    expect(reasonOf(new NotVerifiedError('No'))).toBe('not-verified')
  })
})
