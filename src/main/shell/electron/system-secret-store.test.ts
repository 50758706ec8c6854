import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Replaces the `electron` module: a system secret store that inverts every bit. */
const recorded = vi.hoisted(() => ({ available: true, backend: 'gnome_libsecret' }))
const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff))

vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => recorded.available,
    getSelectedStorageBackend: () => recorded.backend,
    encryptString: (text: string) => turn(Buffer.from(text)),
    decryptString: (bytes: Buffer) => turn(bytes).toString(),
  },
}))

const { openSystemSecretStore } = await import('./system-secret-store.ts')

const secret = new Uint8Array(32).fill(7)
const { platform } = process
let folder: string
let path: string
beforeEach(() => {
  Object.assign(recorded, { available: true, backend: 'gnome_libsecret' })
  folder = mkdtempSync(join(tmpdir(), 'till-secret-'))
  path = join(folder, 'records.key')
})
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
  rmSync(folder, { recursive: true })
})
const on = (system: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value: system })

describe('the system’s secret store', () => {
  it('encrypts its secret, for the owner alone, and returns it', () => {
    const store = openSystemSecretStore(path)
    expect([store.protected, store.read()]).toEqual([true, null])
    store.write(secret)
    expect(existsSync(path)).toBe(false)
    const sealed = readFileSync(`${path}.sealed`)
    expect([sealed.includes(Buffer.from(secret)), sealed.includes(Buffer.from(secret).toString('base64'))]).toEqual([
      false,
      false,
    ])
    if (platform !== 'win32') expect(statSync(`${path}.sealed`).mode & 0o777).toBe(0o600)
    expect(openSystemSecretStore(path).read()).toEqual(secret)
  })

  it.each<[string, NodeJS.Platform, Partial<typeof recorded>]>([
    ['on Linux without one', 'linux', { backend: 'basic_text' }],
    ['if it cannot be used', 'darwin', { available: false }],
  ])('is missing %s: a file stores the secret, and the store reports that', (_where, system, some) => {
    on(system)
    Object.assign(recorded, some)
    const store = openSystemSecretStore(path)
    store.write(secret)
    expect([store.protected, store.read()]).toEqual([false, secret])
    expect(existsSync(`${path}.sealed`)).toBe(false)
  })

  it('exists on other systems, whatever they report about it', () => {
    on('win32')
    recorded.backend = 'basic_text'
    expect(openSystemSecretStore(path).protected).toBe(true)
  })

  it('takes over a secret that was stored unprotected, and deletes the file', () => {
    recorded.available = false
    openSystemSecretStore(path).write(secret)
    recorded.available = true
    expect(openSystemSecretStore(path).read()).toEqual(secret)
    expect([existsSync(path), existsSync(`${path}.sealed`)]).toEqual([false, true])
    expect(openSystemSecretStore(path).read()).toEqual(secret)
  })
})
