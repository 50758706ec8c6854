import { join } from 'node:path'
import { createElectronShell, prepareElectron } from '../../main/shell/electron/electron-shell.ts'
import type { Shell, ShellHost } from '../../main/shell/shell.ts'
import type { ElectronStandIn } from './create-electron.ts'
import { startElectron } from './module.ts'
import type { StandInWindow } from './windows.ts'
import type { Machine } from './world.ts'

/** The address of the page of the app. */
export const start = 'till://app/index.html'

/** What the shell asked of the app. */
export interface Asked {
  readonly requests: unknown[][]
  readonly paths: string[]
  locks: number
  ended: number
  closed: number
}

export interface Opening extends Machine {
  readonly inShop?: boolean
  readonly kiosk?: boolean
  readonly devServer?: string
  /** Called when the window's first page can be seen, before all of it is there. */
  readonly whenSeen?: (window: StandInWindow, shell: Shell) => void
}

export interface OpenedShell {
  readonly machine: ElectronStandIn
  readonly shell: Shell
  readonly window: StandInWindow
  readonly asked: Asked
}

/** Opens the shell on a machine; in a shop, its window is a register's from the start. The test mocks `electron` with `module.ts`. */
export async function openShell(on: Opening = {}): Promise<OpenedShell> {
  const asked: Asked = { requests: [], paths: [], locks: 0, ended: 0, closed: 0 }
  const machine = startElectron(on)
  prepareElectron(on.devServer !== undefined)
  machine.becomeReady()
  const shell = createElectronShell({
    preload: '/preload.cjs',
    kiosk: on.kiosk === true,
    devServer: on.devServer ?? null,
    links: { deliver: () => undefined },
    icons: join(import.meta.dirname, '../../../resources/tray'),
    log: () => undefined,
  })
  if (on.inShop === true) await shell.setKiosk(true)
  let window: StandInWindow | undefined
  machine.app.once('web-contents-created', () => {
    const [opened] = machine.windows
    opened?.once('ready-to-show', () => queueMicrotask(() => on.whenSeen?.(opened, shell)))
    window = opened
  })
  await shell.open(hostOf(asked))
  if (window === undefined) throw new Error('No window')
  return { machine, shell, window, asked }
}

/** Returns the app beneath the shell, which notes what is asked of it. */
function hostOf(asked: Asked): ShellHost {
  return {
    request(...args) {
      asked.requests.push(args)
      return Promise.resolve({ ok: true, value: null })
    },
    serve: ({ pathname }) => answer(pathname, { 'Content-Security-Policy': 'x' }),
    customer: {
      request: () => Promise.resolve({ ok: true, value: null }),
      serve: ({ pathname }) => answer(`customer ${pathname}`),
    },
    lock: () => asked.locks++,
    signOut: () => undefined,
    pageEnded: () => asked.ended++,
    openPath: (path) => asked.paths.push(path),
    openLink: () => undefined,
    closed: () => asked.closed++,
  }
}

const answer = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  Promise.resolve({ status: 200, headers, bytes: new TextEncoder().encode(text) })
