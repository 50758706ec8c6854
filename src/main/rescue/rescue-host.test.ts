import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { readConfig } from '../config.ts'
import type { Handlers } from '../ipc/channel/handlers.ts'
import { openLog } from '../log/open-log.ts'
import { openFileSecretStore } from '../shell/file-secret-store.ts'
import type { ShellHost } from '../shell/shell.ts'
import { createRescueHost } from './rescue-host.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'till-rescue-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function open(rescue: Partial<Handlers>): ShellHost {
  const options = {
    config: readConfig(['--data-dir', dataDir], false),
    version: '1',
    shell: { kind: 'chromium', saveFile: () => Promise.resolve(null) },
    secrets: openFileSecretStore(join(dataDir, 'records.key')),
    ...openLog(dataDir, 'debug'),
    rendererFolder: dataDir,
    onClosed: () => undefined,
  } as const
  return createRescueHost(options, rescue, () => new AppError('vault-damaged', 'The vault cannot be read'))
}

it('does not answer an untrusted page', async () => {
  const setAside = vi.fn()
  const host = open({ 'vault.setAside': setAside })
  for (const name of ['vault.setAside', 'support.report', 'app.get'])
    expect(await host.request(false, name, undefined)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  expect(setAside).not.toHaveBeenCalled()
})

it('answers no page on a customer’s display', async () => {
  const setAside = vi.fn()
  const { customer } = open({ 'vault.setAside': setAside })
  for (const name of ['vault.setAside', 'support.report', 'app.get'])
    expect(await customer.request(true, name, undefined)).toMatchObject({ ok: false, error: { code: 'vault-damaged' } })
  expect(setAside).not.toHaveBeenCalled()
})

it('refuses malformed input, of the support report too, and names the contract does not have', async () => {
  const restore = vi.fn()
  const host = open({ 'backupFile.restore': restore })
  expect(await host.request(true, 'backupFile.restore', { password: 7 })).toMatchObject({
    ok: false,
    error: { code: 'invalid-input', details: { where: 'password' } },
  })
  expect(restore).not.toHaveBeenCalled()
  expect(await host.request(true, 'support.noteError', 7)).toMatchObject({ error: { code: 'invalid-input' } })
  expect(await host.request(true, 'toString', undefined)).toMatchObject({ error: { code: 'not-allowed' } })
})

it('strips undeclared output, and returns none that breaks the contract', async () => {
  const found = { path: '/stick/a.tillbackup', madeAt: '2026-01-02T03:04:05.000Z', accounts: 2 }
  const host = open({
    'backupFile.open': () => ({ ...found, recordsKey: 'never declared' }),
    'ledger.check': () => 'not void' as never,
  })
  expect(await host.request(true, 'backupFile.open', { file: null })).toEqual({ ok: true, value: found })
  expect(await host.request(true, 'ledger.check', undefined)).toMatchObject({ error: { code: 'internal' } })
})

it('refuses every other request with the damage, and logs each answer without its input', async () => {
  const host = open({})
  expect(await host.request(true, 'vault.unlock', { password: 'correct horse' })).toEqual({
    ok: false,
    error: { code: 'vault-damaged', message: 'The vault cannot be read' },
  })
  const log = readFileSync(join(dataDir, 'logs', 'till.log'), 'utf8')
  expect(log).toMatch(/ipc\.answered .*request=vault\.unlock .*refused=vault-damaged/)
  expect(log).not.toContain('correct horse')
})
