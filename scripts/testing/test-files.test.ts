import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sortTestFiles } from './test-files.ts'

const { waiting, simulated, mocking, pages, others } = sortTestFiles(join(import.meta.dirname, '../..'))

test('recognises the test files that wait for blocks, simulate the clock, replace modules or need a page', () => {
  expect(waiting).toContain('src/main/purchases/confirm/buying.test.ts')
  expect(waiting.length).toBeGreaterThan(40)
  expect(simulated).toContain('campaigns/crash/crash.test.ts')
  expect(mocking).toContain('src/main/shell/electron/electron-shell.test.ts')
  expect(pages).toContain('src/renderer/modules/checkout/checkout.test.ts')
  expect(others).toContain('src/main/chain/guard/payment-guard.test.ts')
  expect(others.length).toBeGreaterThan(waiting.length + mocking.length + pages.length)
})
