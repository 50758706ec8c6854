import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openInSystemBrowser } from './open-in-system-browser.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-opener-'))
  vi.stubEnv('PATH', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const url = 'http://127.0.0.1:1/tx/0x1'

/** Installs a program with this body as the system's opener. */
function opener(body: string): void {
  const file = join(folder, 'xdg-open')
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
}

describe.runIf(process.platform === 'linux')('opening an address in the system’s browser', () => {
  it('passes the address to the opener', async () => {
    opener(`echo "$1" > ${folder}/opened`)
    await openInSystemBrowser(url)
    expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe(`${url}\n`)
  })

  it('rejects if there is no opener, or if it fails', async () => {
    await expect(openInSystemBrowser(url)).rejects.toThrow(/ENOENT/)
    opener('exit 3')
    await expect(openInSystemBrowser(url)).rejects.toThrow('xdg-open ended with 3')
  })

  it('passes only web pages', async () => {
    opener(`echo "$1" > ${folder}/opened`)
    for (const other of [
      'file:///etc/passwd',
      '/etc/passwd',
      'javascript:alert(1)',
      'http://explorer.example',
      '--help',
    ])
      await expect(openInSystemBrowser(other), other).rejects.toThrow('Only pages of the web')
    expect(existsSync(join(folder, 'opened'))).toBe(false)
  })
})
