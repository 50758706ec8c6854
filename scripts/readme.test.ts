import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test.each(['src', 'src/main', 'campaigns'])('the README lists every folder of %s', (folder) => {
  const [, map = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## The folders')
  const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((one) => one.isDirectory())
  const missing = folders.map(({ name }) => name).filter((name) => !map.includes(`${name}/`))
  expect(missing).toEqual([])
})
