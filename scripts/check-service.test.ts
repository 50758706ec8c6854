import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadProfileFile } from '../src/main/settings/load-profile-file.ts'
import { startSandbox, type RunningSandbox } from './launch/start-sandbox.ts'

let sandbox: RunningSandbox
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-check-service-'))
  sandbox = await startSandbox()
})
afterAll(async () => {
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function run(...flags: string[]) {
  const program = join(import.meta.dirname, 'check-service.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...flags], { encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  return { status, stdout, stderr, last: (): unknown => JSON.parse(lines.at(-1) ?? '') }
}

describe('check-service', () => {
  it('prints what fits row by row, in words, and a line of JSON last', () => {
    const { status, stdout, stderr, last } = run(sandbox.baseUrl)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Checking the service… This can take a minute\./)
    expect(stdout).toContain('✓ Networks             4 listed. Till can pay on: Harbour, Meadow.\n')
    expect(stdout).toContain('This service fits. The check sent 10 of up to 12 requests.\n')
    expect(stdout).not.toContain('serviceCheck.')
    expect(last()).toMatchObject({ ok: true, requests: 10, profile: { baseUrl: sandbox.baseUrl, integrator: 'till' } })
  })

  it('writes a profile that Till accepts, based on an existing one and without its token', () => {
    const [begun, token, out] = ['begun.json', 'token', 'out.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(begun, JSON.stringify({ ...sandbox.profile, deliverySeconds: 3 }))
    writeFileSync(token, `${sandbox.profile.token}\n`)
    const { status, stdout, last } = run('--profile', begun, '--token-file', token, '--out', out, '--country', 'us')
    expect(status).toBe(0)
    expect(stdout).toContain('The service accepts the token.')
    expect(stdout).toContain('Brands for US')
    expect(last()).toEqual({ ok: true, requests: 10, file: out })
    expect(loadProfileFile(out)).toMatchObject({ deliverySeconds: 3, faucetUrl: sandbox.profile.faucetUrl })
    expect(readFileSync(out, 'utf8')).not.toContain(sandbox.profile.token)
  })

  it('fails for a token that the service refuses, after checking the rest without one', () => {
    const token = join(folder, 'wrong-token')
    writeFileSync(token, 'not-this-one')
    const { status, stdout, last } = run(sandbox.baseUrl, '--token-file', token)
    expect(status).toBe(1)
    expect(stdout).toContain('✗ Token                The service doesn’t accept this token.')
    expect(stdout).toContain('Till can pay on: Harbour, Meadow.')
    expect(last()).toMatchObject({ ok: false, profile: { baseUrl: sandbox.baseUrl } })
  })

  it('fails where nothing answers, and writes no profile', () => {
    const { status, stdout, last } = run('http://127.0.0.1:9')
    expect(status).toBe(1)
    expect(stdout).toContain('✗ Address              Nothing answers. Check the address and your connection.\n')
    expect(last()).toEqual({ ok: false, requests: 0, profile: null })
  })

  it('says what is wrong with its flags, and sends no request', { timeout: 120_000 }, () => {
    expect(run('http://service.example')).toMatchObject({ status: 1, stdout: '', stderr: /https:/ })
    expect(run()).toMatchObject({ status: 1, stdout: '', stderr: /check-service -- URL/ })
    expect(run('https://a.example', 'https://b.example')).toMatchObject({ status: 1, stderr: /one service/ })
    const [empty, folderless] = [join(folder, 'empty'), join(folder, 'none', 'out.json')]
    writeFileSync(empty, '\n')
    for (const [flags, stderr] of [
      [['--token-file', empty], /^The token file .+ is empty, or too long for a token\.\n$/],
      [['--token-file', join(folder, 'none')], /^The token file .+ cannot be read\.\n$/],
      [['--integrator', ''], /^The integrator’s name must have 1 to 100 characters\.\n$/],
      [['--country', 'mexico'], /^Name a country by two letters/],
      [['--out', folderless], /^Cannot write to .+none\.\n$/],
    ] as const)
      expect(run(sandbox.baseUrl, ...flags)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(stderr),
      })
    expect(run(`${sandbox.baseUrl}/?key=1`)).toMatchObject({ status: 1, stdout: '', stderr: /has no \?/ })
    expect(run('--help')).toMatchObject({ status: 0, stdout: /at most 12 requests/ })
  })
})
