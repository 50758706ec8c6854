import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { programOf } from '../../../scripts/testing/program-of.ts'
import type { EventPayload, Reply } from '../../shared/contract.ts'
import type { App } from '../../main/app-options.ts'
import { readConfig } from '../../main/config.ts'
import { openLog } from '../../main/log/open-log.ts'
import { openApp } from '../../main/open-app.ts'
import type { Desktop } from '../../main/desktop/desktop.ts'
import { openFileSecretStore } from '../../main/shell/file-secret-store.ts'
import type { ShellHost } from '../../main/shell/shell.ts'
import type { UpdateFeed } from '../../main/updates/update-feed.ts'
import { vaultInProcess } from '../vault/in-process.ts'
import { cheapKeyCost } from '../vault/vault.ts'

/** A running Till without a window. */
export interface Till {
  readonly dataDir: string
  ask(name: string, input?: unknown): Promise<Reply>
  /** What the app asked of its window, oldest first. */
  readonly window: ('whole screen' | 'own size' | 'opened' | 'printed' | 'in front' | 'closed')[]
  /** The paths that it asked its page to open. */
  readonly paths: string[]
  /** The addresses opened in the system's browser, oldest first. */
  readonly pages: readonly string[]
  /** Whether its customer was given a window, each time that changed, and the events that the customer's page received. */
  readonly customer: { readonly windows: boolean[]; readonly events: { name: string; payload: unknown }[] }
  readonly host: () => ShellHost | null
  close(): Promise<void>
}

/** The parent of a test's data folders. */
export let folder: string
const open = new Set<Till>()

/** Gives each test of the calling file a folder of its own, and closes its Tills after it. */
export function setUpTills(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'till-app-'))
    mkdirSync(join(folder, 'stick'))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(async () => {
    await Promise.all([...open].map((till) => till.close()))
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })
}

export interface StartOptions {
  /** The address of its service, where by default nothing answers; null for none. */
  readonly service?: string | null
  readonly updateFeed?: UpdateFeed
  readonly desktop?: Desktop
  /** Whether the app is stopped while its window opens, as after a person closed it at once. */
  readonly stopsWhileOpening?: boolean
}

/** Starts a Till over the data folder `name`. */
export async function start(name: string, options: StartOptions = {}): Promise<Till> {
  const { service: baseUrl = 'http://127.0.0.1:9', updateFeed = null, desktop = null } = options
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const service = join(folder, 'service.json')
  writeFileSync(service, JSON.stringify({ name: 'Nobody', baseUrl, integrator: 'x', token: 'secret' }))
  let host: ShellHost | null = null
  const window: Till['window'] = []
  const paths: string[] = []
  const pages: string[] = []
  const customer: Till['customer'] = { windows: [], events: [] }
  const app: App = openApp({
    config: readConfig(['--data-dir', dataDir, ...(baseUrl !== null ? ['--profile', service] : [])], false),
    version: '1.0.0',
    updateFeed,
    ...openLog(dataDir, 'debug'),
    shell: {
      kind: 'chromium',
      async open(given) {
        host = given
        window.push('opened')
        if (options.stopsWhileOpening === true) await app.stop()
      },
      setKiosk: async (on) => void window.push(on ? 'whole screen' : 'own size'),
      emit: (name, payload) => name === 'page.open' && paths.push((payload as EventPayload<'page.open'>).path),
      customerWindow: {
        set: (on) => void customer.windows.push(on),
        isOpen: () => customer.windows.at(-1) === true,
        emit: (name, payload) => void customer.events.push({ name, payload }),
      },
      reload: () => Promise.resolve(),
      print: async () => window.push('printed') > 0,
      locksWithScreen: false,
      printsSilently: false,
      saveFile: () => Promise.resolve(null),
      dialogs: null,
      desktop,
      clipboard: null,
      openExternal: async (url) => void pages.push(url),
      focus: async () => void window.push('in front'),
      close: () => Promise.resolve(),
    },
    secrets: openFileSecretStore(join(dataDir, 'records.key')),
    rendererFolder: folder,
    workers: {
      refresh: programOf('refresh-worker'),
      regex: programOf('regex-worker'),
      facets: programOf('facets-worker'),
    },
    startVault: () => vaultInProcess(),
    vaultCost: cheapKeyCost,
    onClosed: () => void window.push('closed'),
  })
  await app.start()
  const till: Till = {
    dataDir,
    window,
    paths,
    pages,
    customer,
    host: () => host,
    ask: (request, input) => host?.request(true, request, input) ?? Promise.reject(new Error('Not open')),
    async close() {
      open.delete(till)
      await app.stop()
    },
  }
  open.add(till)
  return till
}

/** Returns the value of a reply; throws with the code and reason of an error. */
export async function value(reply: Promise<Reply>): Promise<unknown> {
  const answered = await reply
  if (!answered.ok) throw new Error(`${answered.error.code} ${String(answered.error.details?.['reason'])}`)
  return answered.value
}
