import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readHead, stateToLoad, writeHead, writeState } from './chain-state.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chain-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('loads nothing for a new chain, and then exactly the last dump', async () => {
  expect(stateToLoad(folder)).toBeNull()
  for (const block of [1, 2]) {
    const state = JSON.stringify({ block })
    await writeState(folder, `0x${gzipSync(state).toString('hex')}`)
    expect(readFileSync(stateToLoad(folder) ?? '', 'utf8')).toBe(state)
  }
})

it('keeps the last complete state when a dump is garbage', async () => {
  await writeState(folder, `0x${gzipSync('{"block":1}').toString('hex')}`)
  await expect(writeState(folder, '0x1f8b0800')).rejects.toThrow()
  expect(readFileSync(stateToLoad(folder) ?? '', 'utf8')).toBe('{"block":1}')
})

it('refuses a state that is not JSON', () => {
  writeFileSync(join(folder, 'state.json'), '{"block":')
  expect(() => stateToLoad(folder)).toThrow(/damaged/)
})

it('records the head, and ignores a damaged record', () => {
  expect(readHead(folder)).toBe(0n)
  writeHead(folder, 1234n)
  expect(readHead(folder)).toBe(1234n)
  writeFileSync(join(folder, 'head'), '12x')
  expect(readHead(folder)).toBe(0n)
})
