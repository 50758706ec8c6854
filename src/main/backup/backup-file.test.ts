import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { CHUNK_BYTES, createChunkCipher, PREFIX_BYTES, TAG_BYTES } from './backup-format.ts'
import { openBackup } from './read-backup.ts'
import { refusalOf, vaultOf } from '../../testing/backup/backup.ts'
import { NotVerifiedError, writeBackup, type BackupParts } from './write-backup.ts'

const recordsKey = new Uint8Array(32).fill(7)
let folder: string
let parts: BackupParts
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-backup-'))
  const ledgerFile = join(folder, 'ledger.db')
  parts = {
    vault: await vaultOf(recordsKey),
    ledgerFile,
    ledgerVersion: 16,
    recordsKey,
    madeAt: 1_900_000_000_000,
    till: '1',
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
async function backupOf(ledger: Buffer, given: Partial<BackupParts> = {}): Promise<Buffer> {
  writeFileSync(parts.ledgerFile, ledger)
  const path = join(folder, `${++made}.tillbackup`)
  await writeBackup(path, { ...parts, ...given })
  return readFileSync(path)
}
const changed = (): string => join(folder, 'changed.tillbackup')
/** Reads a file with the right key; throws the error of a refused file. */
async function read(file: Buffer, key = recordsKey): Promise<Buffer> {
  writeFileSync(changed(), file)
  const backup = await openBackup(changed())
  const ledger: Buffer[] = []
  try {
    await backup.readLedger(key, (part) => ledger.push(part))
    return Buffer.concat(ledger)
  } finally {
    await backup.close()
  }
}
const startOf = (file: Buffer): number => PREFIX_BYTES + file.readUInt32BE(PREFIX_BYTES - 4)
const long = Buffer.alloc(2 * CHUNK_BYTES + 12_345, 'a page of the ledger, ')

describe('a backup file', () => {
  it('returns its content at any length, and only its owner can read it', async () => {
    for (const length of [1, 100, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES]) {
      const ledger = long.subarray(0, length)
      expect((await read(await backupOf(ledger))).equals(ledger), String(length)).toBe(true)
    }
    if (process.platform !== 'win32') expect(statSync(join(folder, `${made}.tillbackup`)).mode & 0o077).toBe(0)
  })

  it('reveals nothing of the ledger, and differs each time', async () => {
    const [one, two] = [await backupOf(long), await backupOf(long)]
    expect(one.includes('ledger, ')).toBe(false)
    // Of the same page under the same key and nonce nothing but the tag would differ, and two pages would reveal each other.
    const startsOf = (file: Buffer): Buffer => file.subarray(startOf(file), startOf(file) + 1000)
    expect(startsOf(one).equals(startsOf(two))).toBe(false)
    const sealedWith = (salt: string): Buffer =>
      createChunkCipher(recordsKey, salt.repeat(32), Buffer.from('head')).seal(long.subarray(0, 1000), 0, true)
    expect(sealedWith('00').subarray(0, 1000).equals(sealedWith('01').subarray(0, 1000))).toBe(false)
  })

  it('is refused after any bit flip', { timeout: 120_000 }, async () => {
    const file = await backupOf(Buffer.from('a ledger'))
    const outcomes = new Set<string>()
    for (let bit = 0; bit < file.length * 8; bit++) {
      const other = Buffer.from(file)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      outcomes.add(await refusalOf(read(other)))
    }
    expect([...outcomes].sort()).toEqual(['bad-backup damaged', 'bad-backup newer', 'bad-backup not-a-backup'])
  })

  it('is refused if truncated anywhere, or with bytes appended', async () => {
    const file = await backupOf(Buffer.from('a ledger'))
    for (let length = 0; length < file.length; length += 5)
      expect(await refusalOf(read(file.subarray(0, length)))).toMatch(/^bad-backup (?:damaged|not-a-backup)$/)
    expect(await refusalOf(read(Buffer.concat([file, Buffer.of(0)])))).toBe('bad-backup damaged')
  })

  it('is refused with chunks reordered, removed with their length, or ended early', async () => {
    const file = await backupOf(long)
    const [start, step] = [startOf(file), CHUNK_BYTES + TAG_BYTES]
    const chunk = (index: number): Buffer =>
      file.subarray(start + index * step, Math.min(start + (index + 1) * step, file.length))
    const head = file.subarray(0, start)
    expect(await refusalOf(read(Buffer.concat([head, chunk(1), chunk(0), chunk(2)])))).toBe('bad-backup damaged')
    expect(await refusalOf(read(Buffer.concat([head, chunk(0), chunk(0), chunk(2)])))).toBe('bad-backup damaged')
    const shorter = Buffer.from(
      head.toString('latin1').replace(`"bytes":${long.length}`, `"bytes":${2 * CHUNK_BYTES}`),
      'latin1',
    )
    expect(shorter.length).toBe(head.length)
    expect(await refusalOf(read(Buffer.concat([shorter, chunk(0), chunk(1)])))).toBe('bad-backup damaged')
  })

  it('has chunks that open only at their own position, and as the last only there', () => {
    const cipher = createChunkCipher(recordsKey, '00'.repeat(32), Buffer.from('head'))
    const sealed = cipher.seal(Buffer.from('a ledger'), 3, true)
    expect(cipher.open(sealed, 3, true).toString()).toBe('a ledger')
    expect(() => cipher.open(sealed, 3, false)).toThrow(AppError)
    // A ledger of more than 256 MiB has more chunks than a byte can count, one of 64 GiB more than two bytes can.
    for (const other of [2, 3 + 2 ** 8, 3 + 2 ** 16, 3 + 2 ** 24])
      expect(() => cipher.open(sealed, other, true)).toThrow(AppError)
    expect(cipher.open(cipher.seal(Buffer.from('late'), 2 ** 24, false), 2 ** 24, false).toString()).toBe('late')
    expect(() => cipher.open(sealed.subarray(0, 15), 3, true)).toThrow(AppError)
  })

  it('is refused with another backup’s header, vault or chunks, even of the same wallet', async () => {
    const [one, two] = [await backupOf(Buffer.from('a ledger')), await backupOf(Buffer.from('b ledger'))]
    expect(one.length).toBe(two.length)
    const [head, chunks] = [one.subarray(0, startOf(one)), two.subarray(startOf(two))]
    expect(await refusalOf(read(Buffer.concat([head, chunks])))).toBe('bad-backup damaged')
    const other = await vaultOf(recordsKey)
    const swapped = one.toString('latin1').replace(JSON.stringify(parts.vault), JSON.stringify(other))
    expect(await refusalOf(read(Buffer.from(swapped, 'latin1')))).toBe('bad-backup damaged')
    expect(await refusalOf(read(one, new Uint8Array(32).fill(8)))).toBe('bad-backup damaged')
  })

  it('that claims an impossible length is refused before it is read', async () => {
    const file = await backupOf(Buffer.from('a ledger'))
    const says = (text: string, other: string): Buffer => {
      const head = file.subarray(PREFIX_BYTES, startOf(file)).toString('latin1').replace(text, other)
      const prefix = Buffer.from(file.subarray(0, PREFIX_BYTES))
      prefix.writeUInt32BE(head.length, PREFIX_BYTES - 4)
      return Buffer.concat([prefix, Buffer.from(head, 'latin1'), file.subarray(startOf(file))])
    }
    for (const bytes of ['0', '-1', '9007199254740991', '1e300', '8.5'])
      expect(await refusalOf(read(says('"bytes":8', `"bytes":${bytes}`))), bytes).toBe('bad-backup damaged')
    const huge = Buffer.from(file)
    huge.writeUInt32BE(0xffff_ffff, PREFIX_BYTES - 4)
    expect(await refusalOf(read(huge))).toBe('bad-backup damaged')
  })

  it('of a newer Till is refused as such', async () => {
    const newer = await backupOf(Buffer.from('a ledger'))
    newer.writeUInt16BE(2, PREFIX_BYTES - 6)
    expect(await refusalOf(read(newer))).toBe('bad-backup newer')
  })

  it('that cannot be read back is not created', async () => {
    const unopened = { ...parts, vault: { ...parts.vault, accounts: [] } }
    writeFileSync(parts.ledgerFile, 'a ledger')
    await expect(writeBackup(join(folder, 'not-verified'), unopened)).rejects.toThrow(NotVerifiedError)
  })
})
