import { defineConfig } from '@playwright/test'
import { findUsableElectron } from '../scripts/launch/find-electron.ts'

const electron = findUsableElectron(false).binary !== null

export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results',
  timeout: 180_000,
  expect: { timeout: 20_000 },
  snapshotPathTemplate: '{testDir}/announced/{arg}{ext}',
  // Two more than the two cores of the reference machine, since tests wait for blocks and deliveries.
  workers: 4,
  fullyParallel: true,
  // In CI a test gets a second try. It is reported as flaky, never silently as passed.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  globalSetup: './support/build.ts',
  projects: [
    { name: 'chromium', metadata: { shell: 'chromium' }, grepInvert: /@stand-in-only/ },
    // Till's Electron entry over a stand-in for Electron's module, with a page in Chromium: the journeys that every window has.
    { name: 'stand-in', metadata: { shell: 'stand-in' }, grep: /@every-window|@stand-in-only/ },
    // Electron's window, if its binary is there and can start; otherwise the project is absent and reported as not run.
    ...(electron ? [{ name: 'electron', metadata: { shell: 'electron' }, grepInvert: /@stand-in-only/ }] : []),
  ],
})
