import { assertDeclared, DeclaredEmitter, preventable } from './declarations.ts'
import { displayMatching } from './screen.ts'
import type { StandInMenu } from './menu.ts'
import { Session } from './session.ts'
import type { OpenPage, StandInPage } from './page.ts'
import { assertReady, type Bounds, type Filled, type World } from './world.ts'

export type WebPreferences = Readonly<Record<string, unknown>>

export interface WindowOptions {
  readonly webPreferences?: WebPreferences
  readonly name?: string
  readonly windowStatePersistence?: boolean | Persistence
  readonly [name: string]: unknown
}

/** Everything that windows share. */
export interface WindowContext {
  readonly world: World
  readonly session: Session
  readonly openPage: OpenPage
  readonly windows: Set<StandInWindow>
  /** The application's menu. */
  menu(): StandInMenu | null
  created(contents: StandInContents): void
  allClosed(): void
}

/** The window of a page. */
interface ContentsWindow {
  painted(): void
  closed(): void
}

/** Electron's `webContents` (docs/api/web-contents.md). */
export class StandInContents extends DeclaredEmitter {
  readonly page: StandInPage
  readonly session: Session
  readonly #world: World
  isDestroyed = (): boolean => this.#isDestroyed
  #isDestroyed = false
  windowOpenHandler: ((details: { url: string }) => { action: string }) | null = null
  ipPolicy = 'default'
  zoomFactor = 1
  readonly sent: unknown[][] = []
  readonly navigationHistory = {
    clear: (): void => {
      this.#assertAlive()
      this.#visited = Math.min(this.#visited, 1)
    },
    length: (): number => this.#visited,
  }
  /** The number of pages that it can go back to, with the current one. */
  #visited = 0

  constructor({ world, session, openPage }: WindowContext, preferences: WebPreferences, window: ContentsWindow) {
    super('WebContents')
    this.#world = world
    const { preload, session: own } = preferences
    this.session = own instanceof Session ? own : session
    this.page = openPage({
      preload: typeof preload === 'string' ? preload : undefined,
      closed: window.closed,
      mainFrame: () => this.mainFrame,
      painted: window.painted,
      gone: (reason) => {
        this.#endLoad('ERR_FAILED', -2)
        this.emit('render-process-gone', {}, { reason, exitCode: 1 })
      },
    })
  }

  /** The frame of the current document: each document has its own, and a frame kept from before has none any more. */
  get mainFrame(): { readonly url: string } {
    this.#assertAlive()
    const { page } = this
    const [url, process] = [page.address(), page.processId()]
    const frame = this.#frame
    if (frame?.process === process) return frame
    this.#frame = { url, process }
    return this.#frame
  }
  #frame: { readonly url: string; readonly process: number } | null = null

  /**
   * Rejects once another navigation replaces this one, its renderer process ends or its window is gone; one that nobody awaits is no
   * unhandled rejection (lib/browser/api/web-contents.ts).
   */
  loadURL(url: string): Promise<void> {
    this.#assertAlive()
    this.#endLoad('ERR_ABORTED', -3)
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    promise.catch(() => undefined)
    this.#load = { url, reject }
    const finish = (): void => {
      this.#frame = null
      this.#visited++
      resolve(undefined)
    }
    this.page.load(url).then(finish, reject)
    return promise
  }
  #load: { readonly url: string; readonly reject: (error: Error) => void } | null = null

  /** Does nothing for a load that ended before. */
  #endLoad(code: string, errno: number): void {
    if (this.#load === null) return
    const { url, reject } = this.#load
    reject(Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url }))
    this.#load = null
  }

  send(channel: string, ...args: unknown[]): void {
    this.#assertAlive()
    this.sent.push([channel, ...args])
    this.page.send(channel, ...structuredClone(args))
  }

  getOSProcessId(): number {
    return this.page.processId()
  }

  isCrashed(): boolean {
    return this.page.isCrashed()
  }

  forcefullyCrashRenderer(): void {
    this.#assertAlive()
    this.page.crash()
  }

  setWindowOpenHandler(handler: NonNullable<typeof this.windowOpenHandler>): void {
    this.windowOpenHandler = handler
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    const known = [
      'default',
      'default_public_interface_only',
      'default_public_and_private_interfaces',
      'disable_non_proxied_udp',
    ]
    if (!known.includes(policy)) throw new TypeError(`No WebRTC policy is named ${policy}`)
    this.ipPolicy = policy
  }

  print(options: object, done: (printed: boolean, why: string) => void): void {
    this.#assertAlive()
    assertDeclared('WebContentsPrintOptions', options)
    this.#world.prints.push(options)
    done(this.#world.canPrint, this.#world.canPrint ? '' : 'Invalid printer settings')
  }

  /**
   * A page asks for a Bluetooth device while there is one. Returns the chosen one, null for none. Unlike the documentation says, the first
   * one is chosen without a listener (shell/browser/lib/bluetooth_chooser.cc).
   */
  requestBluetoothDevice(deviceId: string): string | null {
    let chosen: string | null = null
    const event = preventable({})
    const choose = (id: string): void => void (chosen = id === '' ? null : id)
    this.emit('select-bluetooth-device', event, [{ deviceId, deviceName: deviceId }], choose)
    return event.defaultPrevented ? chosen : deviceId
  }

  /** Electron throws for every call on an object whose window is gone. */
  #assertAlive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }

  destroy(): void {
    this.page.close()
    this.#isDestroyed = true
    this.#endLoad('ERR_FAILED', -2)
    this.emit('destroyed')
  }
}

/** Returns the place and size that options name. */
function definedBounds({ x, y, width, height }: WindowOptions): Partial<Bounds> {
  const named = Object.entries({ x, y, width, height }).filter(([, value]) => typeof value === 'number')
  return Object.fromEntries(named)
}

interface Persistence {
  readonly bounds?: boolean
  readonly displayMode?: boolean
}

/** Returns what a window restores: both by default, nothing without a name (shell/browser/native_window.cc). */
function persistenceOf({ name, windowStatePersistence: given }: WindowOptions): Required<Persistence> | null {
  if (typeof name !== 'string' || name === '' || given === undefined || given === false) return null
  return { bounds: true, displayMode: true, ...(given === true ? {} : given) }
}

/** Electron's `BrowserWindow` (docs/api/browser-window.md). */
export class StandInWindow extends DeclaredEmitter {
  readonly options: WindowOptions
  readonly #context: WindowContext
  readonly #contents: StandInContents
  readonly #persistence: Required<Persistence> | null
  #restored: Filled | null
  #isDestroyed = false
  #isMinimized = false
  /** The state that it was given last. */
  filled: Filled = { kiosk: false, fullScreen: false }
  bounds: Bounds
  isShown = false
  isInFront = false
  /** The menu in its frame; on macOS it is at the screen's edge instead. */
  menu: StandInMenu | null = null

  constructor(context: WindowContext, options: WindowOptions = {}) {
    super('BrowserWindow')
    assertReady(context.world, 'BrowserWindow', 'docs/api/browser-window.md')
    assertDeclared('BrowserWindowConstructorOptions', options)
    assertDeclared('WebPreferences', options.webPreferences ?? {})
    if (typeof options.windowStatePersistence === 'object')
      assertDeclared('WindowStatePersistence', options.windowStatePersistence)
    if ([...context.windows].some((other) => other.options.name !== undefined && other.options.name === options.name))
      throw new Error(`Window name '${options.name}' is already in use (docs/api/structures/base-window-options.md)`)
    this.options = options
    this.#persistence = persistenceOf(options)
    const saved = this.#persistence === null ? undefined : context.world.windowStates.get(options.name ?? '')
    const placed = { x: 0, y: 0, width: 800, height: 600, ...definedBounds(options) }
    this.bounds = this.#persistence?.bounds && saved ? saved.bounds : placed
    // A restored display mode comes when the window is shown, after what the program set before.
    this.#restored = this.#persistence?.displayMode && saved ? saved.filled : null
    this.#context = context
    this.#contents = new StandInContents(context, options.webPreferences ?? {}, {
      painted: () => void (this.#isDestroyed || this.emit('ready-to-show', {})),
      closed: () => void (this.#isDestroyed || this.close()),
    })
    // A window takes the application's menu if there is one (lib/browser/api/base-window.ts).
    if (context.world.platform !== 'darwin') this.menu = context.menu()
    context.windows.add(this)
    context.created(this.#contents)
  }

  get webContents(): StandInContents {
    this.#assertAlive()
    return this.#contents
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  loadURL(url: string): Promise<void> {
    this.#assertAlive()
    return this.#contents.loadURL(url)
  }

  isFocused(): boolean {
    this.#assertAlive()
    return this.isInFront
  }

  setKiosk(on: boolean): void {
    this.#assertAlive()
    this.filled = { ...this.filled, kiosk: on }
  }

  setFullScreen(on: boolean): void {
    this.#assertAlive()
    const left = this.filled.fullScreen && !on
    // A Linux window without focus is not the window manager's, which makes windows full screen (electron/electron#28130).
    const canFill = this.#context.world.platform !== 'linux' || this.options['focusable'] !== false
    this.filled = { ...this.filled, fullScreen: on && canFill }
    if (left) setImmediate(() => void (this.#isDestroyed || this.emit('leave-full-screen', {})))
  }

  minimize(): void {
    this.#isMinimized = true
    this.emit('minimize', {})
  }

  isMinimized(): boolean {
    this.#assertAlive()
    return this.#isMinimized
  }

  restore(): void {
    this.#assertAlive()
    this.#isMinimized = false
  }

  /** Shows it and gives it the focus (docs/api/browser-window.md). */
  show(): void {
    this.#assertAlive()
    this.isShown = this.isInFront = true
    if (this.#restored?.kiosk || this.#restored?.fullScreen) this.filled = { ...this.#restored }
    this.#restored = null
  }

  /** Shows it without giving it the focus (docs/api/browser-window.md). */
  showInactive(): void {
    this.#assertAlive()
    this.isShown = true
  }

  /** While it fills the screen, these are the bounds of its display. */
  getBounds(): Bounds {
    this.#assertAlive()
    const isFull = this.filled.kiosk || this.filled.fullScreen
    return isFull ? displayMatching(this.#context.world.displays, this.bounds).bounds : this.bounds
  }

  /** Moves and resizes it like a person does. */
  moveTo(bounds: Bounds): void {
    this.#assertAlive()
    this.bounds = bounds
    this.#save()
  }

  /** While it fills the screen, the place from before stays saved, if there is one (NativeWindow::SaveWindowState). */
  #save(): void {
    if (this.#persistence === null) return
    const { windowStates } = this.#context.world
    const name = this.options.name ?? ''
    const isNormal = !this.filled.kiosk && !this.filled.fullScreen
    const bounds = isNormal ? this.bounds : (windowStates.get(name)?.bounds ?? this.bounds)
    windowStates.set(name, { bounds, filled: { ...this.filled } })
  }

  focus(): void {
    this.#assertAlive()
    this.isInFront = true
  }

  /** The system's own way out of full screen. */
  leaveFullScreen(): void {
    this.filled = { kiosk: false, fullScreen: false }
    this.emit('leave-full-screen', {})
  }

  /** Closes like a person does: a listener may prevent it. Returns whether it closed. */
  close(): boolean {
    this.#assertAlive()
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.destroy()
    return true
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#save()
    this.#contents.destroy()
    this.#isDestroyed = true
    this.#context.windows.delete(this)
    this.emit('closed')
    if (this.#context.windows.size === 0) this.#context.allClosed()
  }

  #assertAlive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
}
