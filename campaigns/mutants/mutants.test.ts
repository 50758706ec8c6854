import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

it.each(mutants)('"$name" still matches once in the code, and its tests exist', ({ file, find, tests }) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text.split(find)).toHaveLength(2)
  expect(tests.length).toBeGreaterThan(0)
  // Without its tests a run fails, and the mutant would count as caught.
  expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([])
})
