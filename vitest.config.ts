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
    // One more than the two cores of the reference machine, since many tests wait for blocks.
    maxWorkers: 3,
    // In CI a test gets a second try, which the report names.
    retry: process.env.CI ? 1 : 0,
  },
})
