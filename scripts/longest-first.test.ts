import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitsForBlocks } from './longest-first.ts'

const root = join(import.meta.dirname, '..')

test('recognises the test files that wait for blocks by what they open', () => {
  const files = globSync('{src,campaigns}/**/*.test.ts', { cwd: root })
  const waiting = files.filter((file) => waitsForBlocks({ moduleId: join(root, file) }))
  expect(waiting.length).toBeGreaterThan(50)
  expect(waiting.length).toBeLessThan(files.length / 3)
})
