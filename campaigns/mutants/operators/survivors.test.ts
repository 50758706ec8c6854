import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kindOf, kinds, modules, testOf } from './modules.ts'
import { onOneLine } from './read-report.ts'
import { judgedSurvivors } from './survivors.ts'

const root = join(import.meta.dirname, '../../..')
const files = Object.values(modules).flat()

describe('the modules whose operators Stryker changes', () => {
  it.each(files)('%s exists, with its test beside it', (file) => {
    expect([existsSync(join(root, file)), existsSync(join(root, testOf(file)))]).toEqual([true, true])
  })

  it('have one kind each, and every kind has some', () => {
    expect(new Set(files).size).toBe(files.length)
    expect(new Set(files.map(kindOf))).toEqual(new Set(kinds))
  })
})

it.each(judgedSurvivors)('$file still has the line "$line"', ({ file, line, becomes, why }) => {
  expect(onOneLine(readFileSync(join(root, file), 'utf8'))).toContain(line)
  expect(files).toContain(file)
  expect([becomes === line, why === '']).toEqual([false, false])
})
