import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import type { Machine } from '../../../testing/electron/world.ts'
import { endElectron, startElectron } from '../../../testing/electron/module.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

const { openSystemSecretStore } = await import('./system-secret-store.ts')

const secret = new Uint8Array(32).fill(7)
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-secret-'))
  path = join(folder, 'records.key')
})
afterEach(() => {
  endElectron()
  rmSync(folder, { recursive: true })
})

/** Starts a machine over the same folder. */
function start(machine: Machine & { hasKeyring?: boolean } = {}): ElectronStandIn {
  const started = startElectron(machine)
  started.world.hasKeyring = machine.hasKeyring ?? true
  started.becomeReady()
  return started
}

describe('the system’s secret store', () => {
  it.each(['linux', 'darwin', 'win32'] as const)(
    'encrypts its secret and returns it at the next start: %s',
    async (platform) => {
      start({ platform })
      const store = await openSystemSecretStore(path)
      expect([store.protected, store.read()]).toEqual([true, null])
      store.write(secret)
      expect(existsSync(path)).toBe(false)
      for (const file of [`${path}.sealed`, `${path}.box`]) {
        const bytes = readFileSync(file)
        expect(bytes.includes(Buffer.from(secret)) || bytes.includes(Buffer.from(secret).toString('base64'))).toBe(
          false,
        )
        if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
      }
      start({ platform })
      expect((await openSystemSecretStore(path)).read()).toEqual(secret)
    },
  )

  it('is missing on Linux without a keyring: a file stores the secret, and the store reports that', async () => {
    start({ hasKeyring: false })
    const store = await openSystemSecretStore(path)
    store.write(secret)
    expect([store.protected, store.read()]).toEqual([false, secret])
    expect([existsSync(`${path}.sealed`), existsSync(`${path}.box`)]).toEqual([false, false])
  })

  it('takes over a secret that was stored unprotected, and deletes the file', async () => {
    start({ hasKeyring: false })
    const open = await openSystemSecretStore(path)
    open.write(secret)
    start()
    expect((await openSystemSecretStore(path)).read()).toEqual(secret)
    expect([existsSync(path), existsSync(`${path}.box`)]).toEqual([false, true])
    expect((await openSystemSecretStore(path)).read()).toEqual(secret)
  })

  it.each(['v12', 'v11'])(
    'does not return what another keyring protected (%s), and stores the next secret',
    async (tag) => {
      start()
      const first = await openSystemSecretStore(path)
      first.write(secret)
      writeFileSync(`${path}.sealed`, `${tag} of another keyring`)
      const store = await openSystemSecretStore(path)
      expect(() => store.read()).toThrow('does not open')
      store.write(secret)
      expect((await openSystemSecretStore(path)).read()).toEqual(secret)
    },
  )
})
