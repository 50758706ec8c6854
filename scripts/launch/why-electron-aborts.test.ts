import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { whyElectronAborts } from './why-electron-aborts.ts'

let folder: string
let binary: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-electron-'))
  binary = join(folder, 'electron')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a system allows that restricts user namespaces, as Ubuntu 24.04 does. */
const never = (): boolean => false

it('Electron starts for a person whose system allows user namespaces, and never as root', () => {
  expect(whyElectronAborts(binary, 1000, () => true, join(folder, 'no-setting'))).toBeNull()
  expect(whyElectronAborts(binary, 0, () => true)).toContain('root')
})

it.runIf(process.platform === 'linux')(
  'Electron aborts where they are restricted, unless its helper is installed',
  () => {
    expect(whyElectronAborts(binary, 1000, never)).toContain('user namespaces')
    writeFileSync(join(folder, 'chrome-sandbox'), '')
    expect(whyElectronAborts(binary, 1000, never)).toContain('user namespaces')
    if (process.getuid?.() !== 0) return
    chmodSync(join(folder, 'chrome-sandbox'), 0o4755)
    expect(whyElectronAborts(binary, 1000, never)).toBeNull()
  },
)

it.runIf(process.platform === 'linux')(
  'Electron aborts where AppArmor restricts them, though `unshare` may pass',
  () => {
    const setting = join(folder, 'apparmor_restrict_unprivileged_userns')
    writeFileSync(setting, '1\n')
    expect(whyElectronAborts(binary, 1000, () => true, setting)).toContain('user namespaces')
    writeFileSync(setting, '0\n')
    expect(whyElectronAborts(binary, 1000, () => true, setting)).toBeNull()
  },
)
