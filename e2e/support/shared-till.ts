import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningSandbox } from '../../scripts/launch/start-sandbox.ts'
import type { SettingsView } from '../../src/shared/app/views.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import { launchTill, type LaunchOptions } from './launch-till.ts'
import { makeReady, password, type ReadyTill } from './ready-till.ts'
import { windowSizes } from './check-screen.ts'

/** The Till that a worker's tests use one after the other. */
export interface SharedTill {
  /** Returns the Till in the shop, online and idle; starts it if needed. */
  take(): Promise<ReadyTill>
  /** Kills it, so that the next Till has the sandbox to itself. */
  end(): Promise<void>
}

// Enough requests an hour for all tests of a worker.
const requestsPerHour = 10_000

/** Keeps a Till from test to test, for tests that leave at most delivered purchases, other settings, a lock and another page. */
export function keepSharedTill(sandbox: RunningSandbox, shell: LaunchOptions['shell']): SharedTill {
  let shared: { readonly till: ReadyTill; readonly dataDir: string; readonly settings: SettingsView } | null = null

  async function make(): Promise<ReadyTill> {
    const dataDir = await mkdtemp(join(tmpdir(), 'till-e2e-shared-'))
    const till = await launchTill({ shell, dataDir, sandboxFile: sandbox.profileFile, locale: 'en', cheapKeys: true })
    const ready = await makeReady(till, { ...sandbox.profile, requestsPerHour })
    const { settings } = await ask(ready.page, 'app.get', undefined)
    shared = { till: ready, dataDir, settings }
    return ready
  }

  /** Unlocks it, reloads the page to drop the previous test's state, and refreshes the catalog to renew the service's state. */
  async function refresh({ page }: ReadyTill, settings: SettingsView): Promise<void> {
    if ((await ask(page, 'app.get', undefined)).locked) await ask(page, 'vault.unlock', { password })
    await ask(page, 'settings.set', settings)
    await page.setViewportSize(windowSizes.desk)
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      reducedMotion: 'reduce',
      contrast: null,
      forcedColors: null,
    })
    await goTo(page, '/shop')
    await page.reload()
    await ask(page, 'catalog.refresh', undefined)
  }

  return {
    async take() {
      if (shared === null) return make()
      await refresh(shared.till, shared.settings)
      return shared.till
    },
    async end() {
      if (shared === null) return
      const { till, dataDir } = shared
      shared = null
      await till.kill()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
