import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cheap } from '../../../testing/vault/vault.ts'
import { closeVault, makeVault } from './vault-box.ts'
import { readVaultFile, writeVaultFile, type CurrentVaultFile } from './vault-file.ts'

const none = new Uint8Array()
const content = { entropy: none, passphrase: none, seed: none, recordsKey: none, keys: [] }
const account = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', index: 0 } as const
const draw = async (): Promise<CurrentVaultFile> =>
  closeVault(await makeVault(content, Buffer.from('x'), cheap), [account], undefined)

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-vault-file-'))
  path = join(folder, 'vault.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a vault file takes the place of the one before as a whole, which stays beside it; only its owner reads them', async () => {
  const [first, second] = [await draw(), await draw()]
  writeVaultFile(path, first, 'kept')
  const before = readFileSync(path)
  linkSync(path, join(folder, 'held'))
  writeVaultFile(path, second, 'kept')
  expect(readVaultFile(path)).toEqual(second)
  // Whoever still reads the one before, as a crash leaves it, sees not a byte of the next.
  expect(readFileSync(join(folder, 'held'))).toEqual(before)
  expect(readFileSync(`${path}.previous`)).toEqual(before)
  expect(readdirSync(folder).toSorted()).toEqual(['held', 'vault.json', 'vault.json.previous'])
  if (process.platform !== 'win32')
    for (const file of [path, `${path}.previous`]) expect(statSync(file).mode & 0o777, file).toBe(0o600)
})

it('a version that is to be gone is gone before the new one stands, so that no crash leaves it', async () => {
  const [first, second] = [await draw(), await draw()]
  writeVaultFile(path, first, 'kept')
  writeVaultFile(path, first, 'kept')
  // As if the power went before the new one took its place.
  rmSync(path)
  mkdirSync(path)
  expect(() => writeVaultFile(path, second, 'gone')).toThrow()
  expect(existsSync(`${path}.previous`)).toBe(false)
})
