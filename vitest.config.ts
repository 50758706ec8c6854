import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

export default defineConfig({
  plugins: [vue()],
  test: {
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'e2e/**/*.test.ts',
      'campaigns/**/*.test.ts',
      'packaging/*.test.ts',
    ],
    globalSetup: 'scripts/build-programs.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    // Many a test waits for a chain's next block: one more than the cores of a small machine.
    maxWorkers: 3,
    // In CI a test gets a second try, named in the report.
    retry: process.env.CI ? 1 : 0,
  },
})
