import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cheapKeyCost } from '../../../testing/vault/vault.ts'
import { toVaultFile, createVault } from './vault-box.ts'
import { readVaultFile, writeVaultFile, type CurrentVaultFile } from './vault-file.ts'

const none = new Uint8Array()
const content = { entropy: none, passphrase: none, seed: none, recordsKey: none, keys: [] }
const account = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', index: 0 } as const
const draw = async (): Promise<CurrentVaultFile> =>
  toVaultFile(await createVault(content, Buffer.from('x'), cheapKeyCost), [account], undefined)

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-vault-file-'))
  path = join(folder, 'vault.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('replaces a vault file as a whole, keeps the previous one, and makes both readable only by the owner', async () => {
  const [first, second] = [await draw(), await draw()]
  writeVaultFile(path, first, 'kept')
  const before = readFileSync(path)
  linkSync(path, join(folder, 'held'))
  writeVaultFile(path, second, 'kept')
  expect(readVaultFile(path)).toEqual(second)
  // A reader of the previous file, as after a crash, sees no byte of the next.
  expect(readFileSync(join(folder, 'held'))).toEqual(before)
  expect(readFileSync(`${path}.previous`)).toEqual(before)
  expect(readdirSync(folder).toSorted()).toEqual(['held', 'vault.json', 'vault.json.previous'])
  if (process.platform !== 'win32')
    for (const file of [path, `${path}.previous`]) expect(statSync(file).mode & 0o777, file).toBe(0o600)
})

it('deletes a version that must go before the new one exists, so that no crash leaves it', async () => {
  const [first, second] = [await draw(), await draw()]
  writeVaultFile(path, first, 'kept')
  writeVaultFile(path, first, 'kept')
  // Simulates a power failure before the new file was in place.
  rmSync(path)
  mkdirSync(path)
  expect(() => writeVaultFile(path, second, 'gone')).toThrow()
  expect(existsSync(`${path}.previous`)).toBe(false)
})
