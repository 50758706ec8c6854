import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../../src/main/db/lock-folder.ts'
import { provideSandbox } from './launch.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'till-launch-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

/** Runs a script as npm does; returns what a person at the terminal sees. */
function run(script: string, flags: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const program = join(import.meta.dirname, '..', script)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...flags], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe.each(['start.ts', 'dev.ts'])('%s', (script) => {
  it('lists its flags and the data folder, and opens nothing', () => {
    const { status, stdout } = run(script, ['--help'], { ...process.env, XDG_DATA_HOME: dataDir, HOME: dataDir })
    expect(status).toBe(0)
    for (const word of ['--data-dir', '--profile', '--allow-remote-service', dataDir]) expect(stdout).toContain(word)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('says that the folder is already open before it builds or starts anything', () => {
    const lock = lockFolder(dataDir)
    const { status, stdout, stderr } = run(script, ['--headless', '--data-dir', dataDir])
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `Till is already open with the data in ${dataDir}.\n`,
    })
    lock.release()
    expect(existsSync(join(dataDir, 'sandbox'))).toBe(false)
  })

  it('says the same while another start is about to open it', () => {
    const lock = lockFolder(dataDir, 'start.lock')
    const { status, stderr } = run(script, ['--headless', '--data-dir', dataDir])
    expect({ status, stderr }).toEqual({ status: 1, stderr: `Till is already open with the data in ${dataDir}.\n` })
    lock.release()
    expect(existsSync(join(dataDir, 'sandbox'))).toBe(false)
  })

  it.runIf(process.platform === 'linux')('says that there is no display, and what works without one', () => {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env
    const { status, stderr } = run(script, ['--data-dir', dataDir], env)
    expect(status).toBe(1)
    expect(stderr).toBe(
      'There is no display for a window. "npm start -- --headless" runs without one, and "npm run demo" plays every step without one.\n',
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('says what is wrong with a profile file before it starts anything', () => {
    const file = join(dataDir, 'mine.json')
    writeFileSync(file, '{"name":')
    const { status, stderr } = run(script, ['--headless', '--data-dir', dataDir, '--profile', file])
    expect(status).toBe(1)
    expect(stderr).toBe(`The profile file ${file} is not JSON.\n`)
    expect(readdirSync(dataDir)).toEqual(['mine.json'])
  })
})

describe('the sandbox of the data folder', () => {
  it('is not started on a first run with another service, but always where it was used once', async () => {
    const profileFile = join(dataDir, 'mine.json')
    expect(await provideSandbox({ dataDir, profileFile })).toBeNull()
    const first = await provideSandbox({ dataDir, profileFile: null })
    const baseUrl = first?.baseUrl ?? ''
    expect(JSON.parse(readFileSync(first?.profileFile ?? '', 'utf8'))).toEqual(first?.profile)
    expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200)
    await first?.stop()

    const second = await provideSandbox({ dataDir, profileFile })
    expect(second?.baseUrl).toBe(baseUrl)
    expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200)
    await second?.stop()
  })
})
