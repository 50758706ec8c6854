import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

it.each(mutants)('"$name" still matches once in the code', ({ file, find, tests }) => {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  expect(text.split(find)).toHaveLength(2)
  expect(tests.length).toBeGreaterThan(0)
})
