import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { startSandbox, type RunningSandbox } from '../../scripts/launch/start-sandbox.ts'
import { ask } from './ask.ts'
import { launchTill, type LaunchOptions, type RunningTill } from './launch-till.ts'
import { keepPreparedFolder, type PreparedFolder } from './prepared-folder.ts'
import { createWallet, password, type ReadyTill } from './ready-till.ts'
import { controlSandbox, type SandboxControl } from './sandbox-control.ts'
import { keepSharedTill, type SharedTill } from './shared-till.ts'

/** Marks tests that run in every kind of window, also over the stand-in for Electron. */
export const everyWindow = '@every-window'
/** Marks tests that need the stand-in for Electron. */
export const standInOnly = '@stand-in-only'

interface WorkerFixtures {
  sandbox: RunningSandbox & { dir: string }
  prepared: PreparedFolder
  sharedTill: SharedTill
}

interface TestFixtures {
  /** The sandbox's control door, reset before each test. */
  control: SandboxControl
  dataDir: string
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningTill>
  /** A running Till on first run. */
  till: RunningTill
  /** An unlocked Till with the sandbox, a new wallet full of play money and the loaded catalog. */
  ready: ReadyTill
  /** Like `ready`, with a service that delivers within a second and a Till that polls accordingly. */
  fast: ReadyTill
  /** Like `ready`, but shared by the tests in `specs/shared/`, which leave nothing behind that disturbs the next one. */
  shared: ReadyTill
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
  prepared: [
    async ({ sandbox }, use, info) => {
      const shell = info.project.metadata.shell as LaunchOptions['shell']
      const folder = keepPreparedFolder({ shell, sandboxFile: sandbox.profileFile, locale: 'en' })
      await use(folder)
      await folder.remove()
    },
    { scope: 'worker' },
  ],
  sharedTill: [
    async ({ sandbox }, use, info) => {
      const till = keepSharedTill(sandbox, info.project.metadata.shell as LaunchOptions['shell'])
      await use(till)
      await till.end()
    },
    { scope: 'worker' },
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
  launch: async ({ sandbox, sharedTill, control, dataDir }, use, info) => {
    void control
    await sharedTill.end()
    const running: RunningTill[] = []
    const shell = info.project.metadata.shell as LaunchOptions['shell']
    // The journeys of every window derive keys at their real cost, and the others need not wait for it.
    const own = { shell, dataDir, sandboxFile: sandbox.profileFile, cheapKeys: !info.tags.includes(everyWindow) }
    await use(async (options = {}) => {
      const till = await launchTill({ ...own, locale: 'en', ...options })
      running.push(till)
      return till
    })
    await keepPicture(info, running.at(-1))
    for (const till of running) await till.kill()
    expectNothingRefused(running)
  },
  till: async ({ launch }, use) => use(await launch()),
  ready: async ({ launch, prepared, dataDir }, use) => {
    await prepared.copyTo(dataDir)
    await use(await createWallet(await launch()))
  },
  fast: async ({ launch, control, sandbox, prepared, dataDir }, use) => {
    await control.settings({ deliverySeconds: 1 })
    await prepared.copyTo(dataDir)
    const profileFile = join(sandbox.dir, 'fast.json')
    await writeFile(profileFile, JSON.stringify({ ...sandbox.profile, deliverySeconds: 1 }))
    await use(await createWallet(await launch({ profileFile })))
  },
  shared: async ({ sharedTill, control }, use, info) => {
    void control
    const till = await sharedTill.take()
    await use(till)
    await keepPicture(info, till)
    expectNothingRefused([till])
  },
})

/** Saves a picture of the screen if the test failed. */
async function keepPicture(info: TestInfo, till: RunningTill | undefined): Promise<void> {
  if (info.status === info.expectedStatus) return
  const picture = { path: info.outputPath('screen.png'), timeout: 5000 }
  await till?.page.screenshot(picture).catch(() => undefined)
}

function expectNothingRefused(tills: readonly RunningTill[]): void {
  const refused = tills.flatMap((till) => till.refused)
  expect(refused, 'refused under the content policy').toEqual([])
}

export { ask, expect, password }
