import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { startSandbox, type RunningSandbox } from '../../scripts/start-sandbox.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import { launchTill, type LaunchOptions, type RunningTill } from './launch-till.ts'
import { controlSandbox, type SandboxControl } from './sandbox-control.ts'

export const password = 'a long sentence for the tests 7'

interface WorkerFixtures {
  sandbox: RunningSandbox & { dir: string }
}

interface TestFixtures {
  /** The sandbox's control door, reset before each test. */
  control: SandboxControl
  dataDir: string
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningTill>
  /** A running Till at first run. */
  till: RunningTill
  /** A running Till with the sandbox, a new wallet full of play money, unlocked, the catalog there. */
  ready: RunningTill & { wallet: string; words: string }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sandbox: [
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'till-e2e-sandbox-'))
      const sandbox = await startSandbox({ dir })
      await use({ ...sandbox, dir })
      await sandbox.stop()
      await rm(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  control: async ({ sandbox }, use) => {
    const control = controlSandbox(sandbox)
    await control.reset()
    await use(control)
  },
  dataDir: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'till-e2e-'))
    await use(dir)
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  },
  launch: async ({ sandbox, control, dataDir }, use, info) => {
    void control
    const running: RunningTill[] = []
    const shell = info.project.metadata.shell as LaunchOptions['shell']
    await use(async (options = {}) => {
      const till = await launchTill({ shell, dataDir, sandboxFile: sandbox.profileFile, locale: 'en', ...options })
      running.push(till)
      return till
    })
    if (info.status !== info.expectedStatus) {
      const picture = { path: info.outputPath('screen.png'), timeout: 5000 }
      await running
        .at(-1)
        ?.page.screenshot(picture)
        .catch(() => undefined)
    }
    for (const till of running) await till.kill()
    expect(
      running.flatMap(({ refused }) => refused),
      'refused under the content policy',
    ).toEqual([])
  },
  till: async ({ launch }, use) => use(await launch()),
  ready: async ({ launch }, use) => {
    const till = await launch()
    const words = generateMnemonic(wordlist)
    await ask(till.page, 'profile.save', 'sandbox')
    const { wallet } = await ask(till.page, 'vault.restore', { words, password })
    await expect.poll(async () => (await ask(till.page, 'catalog.status', undefined)).refreshedAt).not.toBeNull()
    await ask(till.page, 'wallet.faucet', undefined)
    await goTo(till.page, '/shop')
    await use({ ...till, wallet: wallet?.address ?? '', words })
  },
})

export { ask, expect }
