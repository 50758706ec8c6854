import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forkVault } from './fork-vault.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'till-fork-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs code in the vault's kind of process, and returns its first message. */
async function reportOf(code: string): Promise<unknown> {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, code)
  const channel = forkVault(pathToFileURL(file))
  try {
    return await new Promise((resolve, reject) => {
      channel.onMessage(resolve)
      channel.onExit(() => reject(new Error('It ended without a word')))
    })
  } finally {
    channel.kill()
  }
}

it('the vault’s process cannot write files or start processes and threads, and cannot be debugged', async () => {
  const written = join(folder, 'written')
  const answer = await reportOf(`
    import { spawnSync } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    import { Worker } from 'node:worker_threads'
    const codeOf = (attempt) => { try { attempt(); return 'done' } catch (error) { return error.code } }
    process.send({
      write: codeOf(() => writeFileSync(${JSON.stringify(written)}, 'x')),
      spawn: codeOf(() => spawnSync(process.execPath)),
      thread: codeOf(() => new Worker('1', { eval: true })),
      debugging: process.execArgv.includes('--disable-sigusr1'),
    })
  `)
  expect(answer).toEqual({
    write: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
    debugging: true,
  })
  expect(existsSync(written)).toBe(false)
})
