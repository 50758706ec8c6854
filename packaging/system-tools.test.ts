import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { explainFailedDownload, useSystemTools } from './stub/system-tools.ts'

const packages = 'desktop-file-utils, rpm, squashfs-tools'

it('names the packages to install where a program is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-tools-'))
  expect(() => useSystemTools(folder, folder)).toThrow(`install ${packages}: desktop-file-validate`)
  rmSync(folder, { recursive: true })
})

it('says how to build the packages without a network after a download failed, and nothing else after another failure', () => {
  const failed = explainFailedDownload(new Error('getaddrinfo ENOTFOUND github.com'))
  expect(failed.message).toMatch(
    /^getaddrinfo ENOTFOUND github\.com\n.*TILL_PACKAGING_OFFLINE=1 npm run test:packaging/,
  )
  expect(failed.message).toContain(packages)
  const other = new Error('no space left')
  expect(explainFailedDownload(other)).toBe(other)
})
