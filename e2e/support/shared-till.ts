import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningSandbox } from '../../scripts/start-sandbox.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import { launchTill, type LaunchOptions } from './launch-till.ts'
import { makeReady, type ReadyTill } from './ready-till.ts'
import { windows } from './see.ts'

/** The Till that tests of one worker use one after the other. */
export interface SharedTill {
  /** It in the shop, online and with nothing begun; made where there is none. */
  take(): Promise<ReadyTill>
  /** Ends it, so that whichever Till comes next is alone with the sandbox. */
  end(): Promise<void>
}

// So many that the tests before leave enough of an hour's requests.
const requestsPerHour = 10_000

/** Keeps a Till from one test to the next, for those that pay nothing and change nothing that stays. */
export function keepSharedTill(sandbox: RunningSandbox, shell: LaunchOptions['shell']): SharedTill {
  let kept: { readonly till: ReadyTill; readonly dataDir: string } | null = null

  async function make(): Promise<ReadyTill> {
    const dataDir = await mkdtemp(join(tmpdir(), 'till-e2e-shared-'))
    const till = await launchTill({ shell, dataDir, sandboxFile: sandbox.profileFile, locale: 'en' })
    kept = { till: await makeReady(till, { ...sandbox.profile, requestsPerHour }), dataDir }
    return kept.till
  }

  /** What the test before left on the page goes with the page; what the service was said to be is asked anew. */
  async function refresh({ page }: ReadyTill): Promise<void> {
    await page.setViewportSize(windows.desk)
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' })
    await goTo(page, '/shop')
    await page.reload()
    await ask(page, 'catalog.refresh', undefined)
  }

  return {
    async take() {
      if (kept === null) return make()
      await refresh(kept.till)
      return kept.till
    },
    async end() {
      if (kept === null) return
      const { till, dataDir } = kept
      kept = null
      await till.kill()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
