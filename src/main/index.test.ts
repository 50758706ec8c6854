import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { AppOptions } from './app-options.ts'

/** Replaces the `electron` module: records its calls in order. */
const stand = vi.hoisted(() => ({ done: [] as string[], opened: [] as AppOptions[] }))

vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    enableSandbox: () => stand.done.push('sandbox'),
    setPath: () => undefined,
    whenReady: () => (stand.done.push('ready'), Promise.resolve()),
    getVersion: () => '1.0.0',
    on: () => undefined,
  },
  protocol: { registerSchemesAsPrivileged: () => stand.done.push('scheme') },
  safeStorage: { isEncryptionAvailable: () => true, getSelectedStorageBackend: () => 'gnome_libsecret' },
}))
vi.mock('./open-app.ts', () => ({
  openApp: (options: AppOptions) => {
    stand.opened.push(options)
    return { start: () => Promise.resolve(), stop: () => Promise.resolve() }
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'till-entry-'))
const { argv } = process
afterAll(() => {
  process.argv = argv
  rmSync(folder, { recursive: true })
})

it('sandboxes every page, makes its scheme secure before Electron is ready, and keeps the vault costly to guess', async () => {
  process.argv = ['till', '--data-dir', folder]
  await import('./index.ts')
  await vi.waitFor(() => expect(stand.opened).toHaveLength(1))
  expect(stand.done).toEqual(['scheme', 'sandbox', 'ready'])
  const [options] = stand.opened
  expect(options?.vaultCost).toEqual({ memoryKiB: 262_144, passes: 3, lanes: 4 })
  expect([options?.shell.kind, options?.secrets.protected]).toEqual(['electron', true])
})
