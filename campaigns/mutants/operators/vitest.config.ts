import { defineConfig } from 'vitest/config'
import { modules, testOf } from './modules.ts'

/** The tests that Stryker runs: only those beside the modules, without the programs that other tests start. */
export default defineConfig({
  test: {
    include: Object.values(modules).flat().map(testOf),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
