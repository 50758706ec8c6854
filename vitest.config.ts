import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { LongestFirst, sortTestFiles } from './scripts/testing/test-files.ts'

const { waiting, simulated, mocking, pages, others } = sortTestFiles(import.meta.dirname)
const common = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  setupFiles: ['scripts/testing/draw-whole-lengths.ts'],
  // A long wait costs nothing once its condition holds (`src/testing/soon.ts`).
  expect: { poll: { timeout: 20_000 } },
  // In CI a test gets a second try, which the report names.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    globalSetup: 'scripts/testing/build-programs.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [vue()],
        // More than cores, since each also waits; with six, two cores fell so far behind that a purchase reached its time limits.
        test: {
          ...common,
          name: 'waiting',
          include: [...waiting],
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [vue()],
        test: {
          ...common,
          name: 'simulated',
          include: [...simulated],
          // Nothing in them waits. `npm test` runs them with a low priority, beside tests that do.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [vue()],
        // A process imports the app once for all files that it runs, as long as none of them needs another environment.
        test: {
          ...common,
          name: 'shared',
          include: [...others],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        plugins: [vue()],
        test: {
          ...common,
          name: 'pages',
          include: [...pages],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        plugins: [vue()],
        test: { ...common, name: 'isolated', include: [...mocking], maxWorkers: 3, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
