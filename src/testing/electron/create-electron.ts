import { StandInApp } from './app.ts'
import { assertDeclared, DeclaredEmitter, preventable } from './declarations.ts'
import { createDesktopParts } from './desktop.ts'
import { createMenu } from './menu.ts'
import { openPage, type OpenPage } from './page.ts'
import { createSafeStorage } from './safe-storage.ts'
import { StandInScreen } from './screen.ts'
import { Session } from './session.ts'
import { createUtilityProcess, type UtilityProcess } from './utility-process.ts'
import { StandInWindow, type WindowContext, type WindowOptions } from './windows.ts'
import { assertNotReady, assertReady, createWorld, type Machine, type World } from './world.ts'

interface Scheme {
  readonly scheme: string
  readonly privileges: Readonly<Record<string, boolean>>
}

type IpcHandler = (event: object, ...args: unknown[]) => unknown

/**
 * Creates a stand-in for the `electron` module that does what Electron's documentation and source say, and throws where Electron does:
 * calls at the wrong time, on what is gone, or with what its typings do not declare.
 */
export function createElectron(machine: Machine = {}, openPageOf: OpenPage = openPage) {
  const world = createWorld(machine)
  const windows = new Set<StandInWindow>()
  const session = new Session()
  const partitions = new Map<string, Session>()
  const screen = new StandInScreen(world)
  const menu = createMenu(world, (shown) => windows.forEach((window) => (window.menu = shown)))
  const { seen, ...desktop } = createDesktopParts(world)
  const app = new StandInApp(world, seen, {
    close: () => [...windows].every((window) => window.close()),
    destroy: () => windows.forEach((window) => window.destroy()),
  })
  const powerMonitor = new DeclaredEmitter('PowerMonitor')
  const context: WindowContext = {
    world,
    session,
    openPage: openPageOf,
    windows,
    menu: menu.current,
    created: (contents) => void app.emit('web-contents-created', {}, contents),
    allClosed: () => app.allWindowsClosed(),
  }
  const children: UtilityProcess[] = []
  const schemes: Scheme[] = []
  const ipcHandlers = new Map<string, IpcHandler>()

  const electron = {
    app,
    BrowserWindow: class extends StandInWindow {
      constructor(options?: WindowOptions) {
        super(context, options)
      }
    },
    ...desktop,
    screen,
    Menu: menu.Menu,
    powerMonitor,
    safeStorage: createSafeStorage(world),
    utilityProcess: createUtilityProcess(world, children),
    session: {
      get defaultSession() {
        assertReady(world, 'session.defaultSession', 'docs/api/session.md')
        return session
      },
      /** One without the prefix `persist:` is in memory only. */
      fromPartition(name: string): Session {
        assertReady(world, 'session.fromPartition', 'docs/api/session.md')
        const found = partitions.get(name) ?? new Session()
        partitions.set(name, found)
        return found
      },
    },
    protocol: {
      registerSchemesAsPrivileged(added: readonly Scheme[]): void {
        assertNotReady(world, 'protocol.registerSchemesAsPrivileged', 'docs/api/protocol.md')
        if (schemes.length > 0) throw new Error('protocol.registerSchemesAsPrivileged can be called only once')
        for (const { privileges } of added) assertDeclared('Privileges', privileges)
        schemes.push(...added)
      },
      handle(...handled: Parameters<Session['protocol']['handle']>): void {
        assertReady(world, 'protocol.handle', 'docs/api/protocol.md')
        session.protocol.handle(...handled)
      },
    },
    ipcMain: {
      handle(channel: string, handler: IpcHandler): void {
        if (ipcHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
        ipcHandlers.set(channel, handler)
      },
    },
    clipboard: {
      readText(): Promise<string> {
        assertReady(world, 'clipboard', 'docs/api/clipboard.md')
        return Promise.resolve(world.copied)
      },
      writeText(text: string): Promise<void> {
        assertReady(world, 'clipboard', 'docs/api/clipboard.md')
        world.copied = text
        return Promise.resolve()
      },
    },
    dialog: {
      async showOpenDialog(_window: StandInWindow, options: object) {
        assertDeclared('OpenDialogOptions', options)
        world.dialogs.push(options)
        const canceled = world.chosenPath === ''
        return { canceled, filePaths: canceled ? [] : [world.chosenPath] }
      },
      async showSaveDialog(_window: StandInWindow, options: object) {
        assertDeclared('SaveDialogOptions', options)
        return { canceled: world.chosenPath === '', filePath: world.chosenPath }
      },
      /** The only dialog that may be shown before `ready`: on Linux it then writes to the terminal. */
      showErrorBox: (title: string, text: string) => void world.boxes.push({ title, text }),
    },
    shell: {
      openExternal: async (url: string) => void world.external.push(url),
    },
  }

  return {
    electron,
    world,
    app,
    session,
    schemes,
    windows,
    children,
    menu: menu.current,
    seen,
    /** Emits a change of the system's power or screen. Electron reports the screen's lock on macOS and Windows only. */
    power(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen'): void {
      if (world.platform === 'linux' && event.endsWith('screen'))
        throw new Error('Electron reports no lock of the screen on Linux (docs/api/power-monitor.md)')
      powerMonitor.emit(event)
    },
    /**
     * Shuts the system down; returns whether it waits for the program. Windows reports it to windows only (docs/api/power-monitor.md,
     * docs/api/browser-window.md).
     */
    shutDown(): boolean {
      if (world.platform === 'win32') throw new Error('Windows emits no shutdown (docs/api/power-monitor.md)')
      const event = preventable({})
      powerMonitor.emit('shutdown', event)
      return event.defaultPrevented
    },
    becomeReady(): void {
      menu.becomeReady()
      app.becomeReady()
    },
    /** Answers an address of a registered scheme in the default session. */
    fetch: (address: string): Promise<Response> => session.fetch(address),
    /** The person plugs a display in. */
    plug(display: World['displays'][number]): void {
      world.displays = [...world.displays, display]
      screen.emit('display-added', {}, display)
    },
    /** The person unplugs a display; the system moves its windows to another one. */
    unplug(id: number): void {
      const [gone] = world.displays.filter((display) => display.id === id)
      if (gone === undefined) throw new Error(`There is no display ${id}`)
      const moving = [...windows].filter((window) => screen.getDisplayMatching(window.getBounds()).id === id)
      world.displays = world.displays.filter((display) => display.id !== id)
      for (const window of moving) window.bounds = { ...window.bounds, x: 0, y: 0 }
      screen.emit('display-removed', {}, gone)
    },
    /** Asks main like `ipcRenderer.invoke` of a frame does; null is a frame that is gone. */
    async invoke(senderFrame: { readonly url: string } | null, channel: string, ...args: unknown[]): Promise<unknown> {
      const handler = ipcHandlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return structuredClone(await handler({ senderFrame }, ...structuredClone(args)))
    },
  }
}

export type ElectronStandIn = ReturnType<typeof createElectron>
