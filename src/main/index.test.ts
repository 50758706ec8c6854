import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import type { ElectronStandIn } from '../testing/electron/create-electron.ts'
import type { Machine } from '../testing/electron/world.ts'
import { endElectron, startElectron } from '../testing/electron/module.ts'
import { soon } from '../testing/soon.ts'
import type { AppOptions } from './app-options.ts'
import { lockFolder } from './files/lock-folder.ts'
import type { ShellHost } from './shell/shell.ts'

vi.mock('electron', async () => (await import('../testing/electron/module.ts')).electron)

/** The apps that were built, and how often one was stopped. */
const app = vi.hoisted(() => ({ opened: [] as AppOptions[], links: [] as string[], stops: 0, goesOn: false }))
vi.mock('./open-app.ts', () => ({
  openApp: (options: AppOptions) => {
    app.opened.push(options)
    const host: ShellHost = {
      request: () => Promise.resolve({ ok: true, value: null }),
      serve: () => Promise.resolve({ status: 200, headers: {}, bytes: new Uint8Array() }),
      customer: {
        request: () => Promise.resolve({ ok: true, value: null }),
        serve: () => Promise.resolve({ status: 200, headers: {}, bytes: new Uint8Array() }),
      },
      lock: () => undefined,
      signOut: () => undefined,
      pageEnded: () => undefined,
      openPath: () => undefined,
      openLink: (text) => void app.links.push(text),
      closed: () => void (app.goesOn || options.onClosed()),
    }
    return {
      start: () => options.shell.open(host),
      stop: () => {
        app.stops++
        return new Promise(setImmediate)
      },
    }
  },
}))

let folder: string
let runs = 0
const { argv } = process
beforeEach(() => {
  Object.assign(app, { opened: [], links: [], stops: 0, goesOn: false })
  folder = mkdtempSync(join(tmpdir(), 'till-entry-'))
  process.argv = ['till', '--data-dir', folder]
})
afterEach(() => {
  process.argv = argv
  endElectron()
  rmSync(folder, { recursive: true })
})

/** Runs the entry on a machine, which becomes ready after the first tick. */
async function run(on: Machine = {}): Promise<ElectronStandIn> {
  const machine = startElectron({ isPackaged: true, ...on })
  // Each run is a module of its own, over the same stand-in.
  await import(/* @vite-ignore */ `./index.ts?run=${++runs}`)
  machine.becomeReady()
  return machine
}

/** Runs the entry until its window shows the page. */
async function runToPage(on: Machine = {}): Promise<ElectronStandIn> {
  const machine = await run(on)
  await vi.waitFor(() => expect([...machine.windows][0]?.isShown).toBe(true), soon)
  return machine
}

it.each(['linux', 'darwin', 'win32'] as const)(
  'opens a sandboxed page of its own version, with a vault costly to guess: %s',
  async (platform) => {
    const machine = await runToPage({ platform })
    const [options] = app.opened
    expect(options?.version).toBe(manifest.version)
    expect(options?.vaultCost).toEqual({ memoryKiB: 262_144, passes: 3, lanes: 4 })
    expect([options?.shell.kind, options?.secrets.protected]).toEqual(['electron', true])
    expect([machine.app.isSandboxed, machine.schemes.length]).toEqual([true, 1])
    expect(machine.app.paths.get('userData')).toBe(join(folder, 'electron'))
  },
)

it.each([
  ['the person quits', (machine: ElectronStandIn) => machine.app.quit()],
  ['they close the window', (machine: ElectronStandIn) => void [...machine.windows][0]?.close()],
])('stops the app once before it ends when %s', async (_how, end) => {
  const machine = await runToPage()
  end(machine)
  await once(machine.app, 'quit')
  expect([app.stops, machine.app.exitCode, machine.windows.size]).toEqual([1, 0, 0])
})

describe('a window that is closed before its first page is all there', () => {
  async function runAndClose(): Promise<ElectronStandIn> {
    const machine = startElectron({ isPackaged: true })
    const closed = new Promise<void>((resolve) => {
      machine.app.once('web-contents-created', () => {
        const [window] = [...machine.windows]
        window?.once('closed', resolve)
        window?.once('ready-to-show', () => queueMicrotask(() => window.close()))
      })
    })
    await import(/* @vite-ignore */ `./index.ts?run=${++runs}`)
    machine.becomeReady()
    await closed
    return machine
  }

  it('ends Till without a failure', async () => {
    const machine = await runAndClose()
    await once(machine.app, 'quit')
    expect([app.stops, machine.app.exitCode, machine.world.boxes]).toEqual([1, 0, []])
  })

  it('leaves Till running if the app goes on, and opens again', async () => {
    app.goesOn = true
    const machine = await runAndClose()
    machine.app.startAgain([])
    await vi.waitFor(() => expect([...machine.windows][0]?.isShown).toBe(true), soon)
    expect([machine.app.exitCode, machine.world.boxes]).toEqual([null, []])
  })
})

it.each(['linux', 'darwin'] as const)('has the system wait for its end before it shuts down: %s', async (platform) => {
  const machine = await runToPage({ platform })
  expect(machine.shutDown()).toBe(true)
  await once(machine.app, 'quit')
  expect([app.stops, machine.app.exitCode]).toEqual([1, 0])
})

it('started a second time over the same folder, brings the first window to the front and ends', async () => {
  const first = await runToPage()
  const [window] = [...first.windows]
  Object.assign(window ?? {}, { isInFront: false })
  first.app.emit('second-instance', {}, [], '')
  expect(window?.isInFront).toBe(true)
  first.app.quit()
  await once(first.app, 'quit')
  const second = await run({ isSecond: true })
  expect([second.app.exitCode, app.opened.length, second.windows.size]).toEqual([0, 1, 0])
})

it.each(['second-instance', 'activate'])(
  'goes on without a window if the app does, and opens another at %s',
  async (event) => {
    app.goesOn = true
    const machine = await runToPage({ platform: 'darwin' })
    ;[...machine.windows][0]?.close()
    expect([machine.app.exitCode, machine.windows.size]).toEqual([null, 0])
    machine.app.emit(event, {}, [], '')
    await vi.waitFor(() => expect([...machine.windows][0]?.isShown).toBe(true), soon)
    machine.app.quit()
    await once(machine.app, 'quit')
    expect([app.stops, machine.windows.size]).toEqual([1, 0])
  },
)

it.each([true, false])(
  'has its own name in the menu, in the keyring and about itself, installed or not: %s',
  async (isPackaged) => {
    if (!isPackaged) process.argv.splice(1, 0, 'out/main/index.js')
    const { app: electron, seen, menu } = await runToPage({ isPackaged })
    expect([electron.name, menu()?.items[0]?.label, seen.keyringEntry]).toEqual(['Till', 'Till', 'Till Safe Storage'])
    expect(seen.about).toEqual({ applicationName: 'Till', applicationVersion: manifest.version })
  },
)

it('has the packages’ own id on Windows, which its notifications need', async () => {
  const { appId } = JSON.parse(readFileSync('packaging/electron-builder.json', 'utf8')) as { appId: string }
  expect((await runToPage({ platform: 'win32' })).seen.userModelId).toBe(appId)
})

it('opens a link that macOS hands over while it starts, and one of a later start', async () => {
  const machine = startElectron({ platform: 'darwin', isPackaged: true })
  await import(/* @vite-ignore */ `./index.ts?run=${++runs}`)
  machine.app.openUrl('till://brand/lumo')
  machine.becomeReady()
  await vi.waitFor(() => expect(app.links).toEqual(['till://brand/lumo']), soon)
  machine.app.startAgain(['till://product/lumo_MX_200-I'])
  expect(app.links.at(-1)).toBe('till://product/lumo_MX_200-I')
})

it('starts with a link as its only argument', async () => {
  process.argv.push('till://brand/lumo')
  await runToPage()
  expect(app.opened[0]?.config.link).toBe('till://brand/lumo')
})

it.each([true, false])(
  'starts without a sandbox, as the environment can ask, only from source: %s',
  async (isPackaged) => {
    const machine = startElectron({ isPackaged })
    // What ELECTRON_DISABLE_SANDBOX adds (shell/app/electron_main_delegate.cc).
    machine.app.switches.set('no-sandbox', '')
    if (!isPackaged) process.argv.splice(1, 0, 'out/main/index.js')
    await import(/* @vite-ignore */ `./index.ts?run=${++runs}`)
    machine.becomeReady()
    if (isPackaged) await vi.waitFor(() => expect(machine.app.exitCode).toBe(1), soon)
    else await vi.waitFor(() => expect([...machine.windows][0]?.isShown).toBe(true), soon)
    expect(machine.world.boxes.map(({ text }) => text)).toEqual(
      isPackaged ? [expect.stringContaining('ELECTRON_DISABLE_SANDBOX')] : [],
    )
  },
)

it('says in a box why it does not start', async () => {
  process.argv.push('--log-level', 'loud')
  const machine = await run()
  await vi.waitFor(() => expect(machine.app.exitCode).toBe(1), soon)
  expect(machine.world.boxes).toEqual([{ title: 'Till', text: '--log-level is error, warn, info, debug' }])
})

it.each([
  [['fr-CA', 'es-MX'], 'Till est déjà ouvert avec les données de '],
  [['de-AT'], 'Till is already open with the data in '],
])('says it in the first of the system’s languages that it has: %s', async (languages, sentence) => {
  const lock = lockFolder(folder)
  try {
    const machine = await run({ languages })
    await vi.waitFor(() => expect(machine.app.exitCode).toBe(1), soon)
    expect(machine.world.boxes).toEqual([{ title: 'Till', text: `${sentence}${folder}.` }])
  } finally {
    lock.release()
  }
})
