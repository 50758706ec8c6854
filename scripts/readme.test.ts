import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test.each(['src', 'src/main', 'campaigns'])('the map of the house names every room in %s', (folder) => {
  const [, map = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## The map of the house')
  const rooms = readdirSync(join(root, folder), { withFileTypes: true }).filter((one) => one.isDirectory())
  const missing = rooms.map(({ name }) => name).filter((name) => !map.includes(`${name}/`))
  expect(missing).toEqual([])
})
