import type * as fs from 'node:fs'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { lockFolder } from './lock-folder.ts'

vi.mock('node:fs', async (actual) => ({
  ...(await actual<typeof fs>()),
  statfsSync: () => ({ blocks: 1_000, bavail: 0, bsize: 4096 }),
}))

it('a folder on a full disk is refused before anything is written in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-lock-'))
  expect(() => lockFolder(folder)).toThrow(`The disk of ${folder} is full.`)
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
