import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readNotice } from '../src/main/updates/read-notice.ts'
import { readUpdateFeed } from './supply/read-update-feed.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-sign-update-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const page = 'https://till.example/1.2.0'

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const script = join(import.meta.dirname, 'sign-update.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  })
  return { status, out: stdout.trim(), error: stderr.trim() }
}

it('signs, with the key that it made, a notice that a build with the printed public key accepts', () => {
  const key = run(['--new-key', 'private.pem']).out
  expect(readUpdateFeed({ TILL_UPDATES_URL: 'https://till.example', TILL_UPDATES_KEY: key })).toMatchObject({ key })
  if (process.platform !== 'win32') expect(statSync(join(folder, 'private.pem')).mode & 0o777).toBe(0o600)
  const notice = { version: '1.2.0', date: '2026-11-20', page }
  const flags = ['--version', '1.2.0', '--date', '2026-11-20', '--page', page]
  expect(readNotice(run([...flags, '--key', 'private.pem']).out, key)).toEqual(notice)
  const written = run([...flags, '--out', 'newest.json'], {
    TILL_UPDATES_PRIVATE_KEY: readFileSync(join(folder, 'private.pem'), 'utf8'),
  })
  expect(written.out).toBe('The notice is in newest.json.')
  expect(readNotice(readFileSync(join(folder, 'newest.json'), 'utf8'), key)).toEqual(notice)
})

it('never overwrites a private key', () => {
  run(['--new-key', 'private.pem'])
  const before = readFileSync(join(folder, 'private.pem'), 'utf8')
  expect(run(['--new-key', 'private.pem'])).toEqual({
    status: 1,
    out: '',
    error: 'private.pem exists. A private key is never overwritten: name another file.',
  })
  expect(readFileSync(join(folder, 'private.pem'), 'utf8')).toBe(before)
})

it.each([
  ['no version', ['--page', page, '--key', 'private.pem'], 'Name the version'],
  ['no key', ['--version', '1.2.0', '--page', page], 'Name the private key'],
  ['a key that is none', ['--version', '1.2.0', '--page', page, '--key', 'public.pem'], 'must be PEM'],
  ['a version that is none', ['--version', '1.2', '--page', page, '--key', 'private.pem'], 'like 1.2.3'],
  [
    'a day that is none',
    ['--version', '1.2.0', '--page', page, '--date', '2026-02-30', '--key', 'private.pem'],
    'like',
  ],
  ['a page without https', ['--version', '1.2.0', '--page', 'http://a.example', '--key', 'private.pem'], 'https'],
])('signs nothing with %s', (_, args, message) => {
  run(['--new-key', 'private.pem'])
  if (args.includes('public.pem')) rmSync(join(folder, 'private.pem'))
  const { status, out, error } = run(
    args.map((one) => (one === 'public.pem' ? join(import.meta.dirname, '../package.json') : one)),
  )
  expect([status, out]).toEqual([1, ''])
  expect(error).toContain(message)
})
