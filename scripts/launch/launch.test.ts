import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockFolder } from '../../src/main/files/lock-folder.ts'
import { answerFocusRequests } from '../../src/main/shell/focus-request.ts'
import { chooseWindow, provideSandbox } from './launch.ts'

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

it('a second start with the same folder shows the window of the first', async () => {
  const lock = lockFolder(dataDir)
  const focus = vi.fn(() => Promise.resolve())
  const open = answerFocusRequests(dataDir, focus)
  const start = (...flags: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../start.ts'), '--data-dir', dataDir, ...flags])
  const { stdout } = await start()
  expect(stdout).toBe(`Till is already open with the data in ${dataDir}; this start shows its window.\n`)
  expect(focus).toHaveBeenCalled()
  focus.mockClear()
  // The open window cannot follow flags.
  await expect(start('--headless', '--kiosk')).rejects.toThrow(`Till is already open with the data in ${dataDir}.`)
  expect(focus).not.toHaveBeenCalled()
  open.stop()
  lock.release()
})

describe('the window', () => {
  const config = { headless: false, browser: null }
  const why = 'This system restricts user namespaces, which Electron’s sandbox needs'
  const find = (binary: string | null) => ({
    electron: vi.fn(() => ({ binary, why: binary === null ? why : null })),
    browser: vi.fn(() => '/usr/bin/chromium'),
  })
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  beforeEach(() => void print.mockClear())

  it('is Electron’s where it can start', () => {
    expect(chooseWindow(null, config, find('/electron'))).toEqual({ binary: '/electron', browser: null })
    expect(print).not.toHaveBeenCalled()
  })

  it('is a browser’s where Electron cannot start, with the reason', () => {
    expect(chooseWindow(null, config, find(null))).toEqual({ binary: null, browser: '/usr/bin/chromium' })
    expect(print.mock.calls).toEqual([[`${why}; using a browser instead.`]])
    const mine = chooseWindow(null, { ...config, browser: '/mine' }, find(null))
    expect(mine).toEqual({ binary: null, browser: '/mine' })
  })

  it('is none where Electron was asked for by name and cannot start', () => {
    expect(() => chooseWindow('electron', config, find(null))).toThrow(`${why}. Leave out --shell`)
  })

  it('is a browser’s without a word where one was asked for, and nothing looks for Electron', () => {
    const found = find('/electron')
    const expected = { binary: null, browser: '/usr/bin/chromium' }
    expect(chooseWindow('chromium', config, found)).toEqual(expected)
    expect(chooseWindow(null, { ...config, headless: true }, found)).toEqual(expected)
    expect(found.electron).not.toHaveBeenCalled()
    expect(print).not.toHaveBeenCalled()
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
