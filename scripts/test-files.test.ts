import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sortTestFiles } from './test-files.ts'

const { waiting, mocking, others } = sortTestFiles(join(import.meta.dirname, '..'))

test('recognises the test files that wait for blocks, and those that replace modules', () => {
  expect(waiting).toContain('src/main/purchases/confirm/buying.test.ts')
  expect(waiting.length).toBeGreaterThan(40)
  expect(mocking).toContain('src/main/shell/electron/electron-shell.test.ts')
  expect(others).toContain('src/main/chain/guard/payment-guard.test.ts')
  expect(others.length).toBeGreaterThan(waiting.length + mocking.length)
})
