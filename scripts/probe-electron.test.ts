import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findElectron } from './launch/find-electron.ts'

it.runIf(findElectron(false) === null)('says without the binary that Electron did not start, and how to get it', () => {
  const script = join(import.meta.dirname, 'probe-electron.ts')
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
    'binary: missing',
    'end: not started; "npm exec -- install-electron" downloads the binary from github.com',
  ])
})
