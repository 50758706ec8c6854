import { existsSync } from 'node:fs'
import { DeclaredEmitter, preventable } from './declarations.ts'
import { assertNotReady, type World } from './world.ts'

export interface OpenWindows {
  /** Closes every window; returns false if one stays open. */
  close(): boolean
  /** Closes every window without asking it. */
  destroy(): void
}

/** Electron's `app`: what its documentation says of the order of calls and events (docs/api/app.md). */
export class StandInApp extends DeclaredEmitter {
  readonly #world: World
  readonly #windows: OpenWindows
  readonly #ready = Promise.withResolvers<undefined>()
  readonly paths = new Map<string, string>()
  readonly switches = new Map<string, string>()
  isSandboxed = false
  /** The code with which it ended; null while it runs. */
  exitCode: number | null = null
  /** The name and version of the program, which come from Electron itself where no package.json lies above the entry. */
  name = 'Electron'
  version = '45.3.4'

  readonly commandLine = {
    // Chromium reads its switches while it starts (docs/api/command-line.md).
    appendSwitch: (name: string, value = ''): void => {
      assertNotReady(this.#world, 'commandLine.appendSwitch', 'docs/api/command-line.md')
      this.switches.set(name, value)
    },
  }

  constructor(world: World, windows: OpenWindows) {
    super('App')
    this.#world = world
    this.#windows = windows
  }

  get isPackaged(): boolean {
    return this.#world.isPackaged
  }

  /** Emits `ready`, as Electron does after the first tick of the program. */
  becomeReady(): void {
    this.#world.isReady = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.#ready.resolve(undefined)
  }

  isReady(): boolean {
    return this.#world.isReady
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  getVersion(): string {
    return this.version
  }

  enableSandbox(): void {
    assertNotReady(this.#world, 'app.enableSandbox', 'docs/api/app.md')
    this.isSandboxed = true
  }

  /** The documentation says that it throws for a missing folder; the source does not. */
  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`app.setPath needs an existing folder: ${path} (docs/api/app.md)`)
    this.paths.set(name, path)
  }

  /** The lock lies in the folder for the program's data, which must be set before (shell/browser/api/electron_api_app.cc). */
  requestSingleInstanceLock(): boolean {
    if (!this.paths.has('userData')) throw new Error('The lock of another folder would be taken')
    return !this.#world.isSecond
  }

  /** Emits `before-quit`, closes the windows, and ends unless a listener or a window prevents it. */
  quit(): void {
    const event = preventable({})
    this.emit('before-quit', event)
    if (event.defaultPrevented || !this.#windows.close()) return
    const last = preventable({})
    this.emit('will-quit', last)
    if (!last.defaultPrevented) this.exit(0)
  }

  /** Ends at once with every window: nobody is asked, and neither `before-quit` nor `will-quit` is emitted. */
  exit(code = 0): void {
    if (this.exitCode !== null) return
    this.exitCode = code
    this.#windows.destroy()
    this.emit('quit', {}, code)
  }

  /** Quits if nothing listens to `window-all-closed`. */
  allWindowsClosed(): void {
    if (!this.emit('window-all-closed')) this.quit()
  }
}
