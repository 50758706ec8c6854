import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a build with an address for notices but no key says so in one sentence, without a stack', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TILL_UPDATES_URL: 'https://till.example/newest.json' },
  })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'TILL_UPDATES_URL is set, but not TILL_UPDATES_KEY, the key that signs the notice.\n',
  })
})
