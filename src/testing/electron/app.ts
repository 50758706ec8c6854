import { existsSync } from 'node:fs'
import { assertDeclared, DeclaredEmitter, preventable } from './declarations.ts'
import type { DesktopSeen } from './desktop.ts'
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
  readonly #seen: DesktopSeen
  readonly #windows: OpenWindows
  readonly #ready = Promise.withResolvers<undefined>()
  readonly paths = new Map<string, string>()
  readonly switches = new Map<string, string>()
  isSandboxed = false
  /** The schemes whose links start this program. */
  readonly ownSchemes: string[] = []
  /** The code with which it ended; null while it runs. */
  exitCode: number | null = null
  /** The name of the program: that of its manifest, `productName` before `name`, or Electron's own without one (lib/browser/init.ts). */
  name: string
  version = '45.3.4'

  readonly commandLine = {
    // Chromium reads its switches while it starts (docs/api/command-line.md).
    appendSwitch: (name: string, value = ''): void => {
      assertNotReady(this.#world, 'commandLine.appendSwitch', 'docs/api/command-line.md')
      this.switches.set(name, value)
    },
    hasSwitch: (name: string): boolean => this.switches.has(name),
    getSwitchValue: (name: string): string => this.switches.get(name) ?? '',
  }

  constructor(world: World, seen: DesktopSeen, windows: OpenWindows) {
    super('App')
    this.#world = world
    this.#seen = seen
    this.#windows = windows
    this.name = world.manifest?.productName ?? world.manifest?.name ?? 'Electron'
  }

  get isPackaged(): boolean {
    return this.#world.isPackaged
  }

  /** Emits `ready`, as Electron does after the first tick of the program. */
  becomeReady(): void {
    this.#world.isReady = true
    // The keyring's entry has the name of this moment (shell/browser/electron_browser_main_parts.cc).
    this.#seen.keyringEntry = `${this.name} Safe Storage`
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.#ready.resolve(undefined)
    // macOS activates a program that it launches (docs/api/app.md).
    if (this.#world.platform === 'darwin') setImmediate(() => this.emit('activate', {}, false))
  }

  isReady(): boolean {
    return this.#world.isReady
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  setName(name: string): void {
    this.name = name
  }

  /** Linux shows nothing else in the panel (docs/api/app.md). */
  setAboutPanelOptions(options: object): void {
    assertDeclared('AboutPanelOptionsOptions', options)
    this.#seen.about = options
  }

  getVersion(): string {
    return this.version
  }

  /** The languages that the person chose in the system, on Linux those of the environment (docs/api/app.md). */
  getPreferredSystemLanguages(): string[] {
    return this.#world.languages
  }

  /** Documented for Linux and macOS; the source draws it on Windows too (shell/browser/browser_win.cc). */
  setBadgeCount(count: number): boolean {
    this.#seen.badge = count
    return true
  }

  getLoginItemSettings(): { openAtLogin: boolean } {
    this.#assertLoginItems()
    return { openAtLogin: this.#seen.startsWithSystem }
  }

  setLoginItemSettings(settings: { openAtLogin?: boolean }): void {
    this.#assertLoginItems()
    assertDeclared('Settings', settings)
    this.#seen.startsWithSystem = settings.openAtLogin ?? false
  }

  #assertLoginItems(): void {
    if (this.#world.platform === 'linux') throw new TypeError('Linux has no login items (docs/api/app.md)')
  }

  /** Without it Windows shows no notification of a program (docs/tutorial/notifications.md). */
  setAppUserModelId(id: string): void {
    if (this.#world.platform !== 'win32') throw new TypeError('app.setAppUserModelId is not a function')
    this.#seen.userModelId = id
  }

  enableSandbox(): void {
    assertNotReady(this.#world, 'app.enableSandbox', 'docs/api/app.md')
    // It removes the switch of the command line (shell/browser/api/electron_api_app.cc).
    this.switches.delete('no-sandbox')
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

  /** Writes to the registry of Windows; elsewhere the program's package names its schemes (docs/api/app.md). */
  setAsDefaultProtocolClient(scheme: string): boolean {
    if (this.#world.platform !== 'win32') throw new Error('The package of this system names the schemes')
    if (scheme.includes(':')) throw new Error('A scheme is named without "://" (docs/api/app.md)')
    this.ownSchemes.push(scheme)
    return true
  }

  /** Hands a link to the program as macOS does, which may be before `ready`. Returns whether the program took it. */
  openUrl(url: string): boolean {
    if (this.#world.platform !== 'darwin') throw new Error('Only macOS emits open-url (docs/api/app.md)')
    const event = preventable({})
    this.emit('open-url', event, url)
    return event.defaultPrevented
  }

  /**
   * Starts the program once more, which reaches this one after `ready` only. Electron may reorder the arguments and adds some of Chromium's
   * (docs/api/app.md).
   */
  startAgain(args: readonly string[]): void {
    if (!this.#world.isReady) throw new Error('second-instance follows ready (docs/api/app.md)')
    const argv = ['/opt/Till/till', '--original-process-start-time=13400000000000000', ...args.toReversed(), '--flag']
    this.emit('second-instance', {}, argv, '/')
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
