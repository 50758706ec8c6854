import { EventEmitter } from 'node:events'
import { vi, type Mock } from 'vitest'

type Handler = (...args: never[]) => unknown

/** Records the shell's calls to the mocked `electron` module. */
export const stand = {
  schemes: [] as unknown[],
  protocolHandlers: new Map<string, (request: { url: string }) => Promise<Response>>(),
  ipcHandlers: new Map<string, (event: unknown, ...args: unknown[]) => unknown>(),
  windows: [] as {
    options: { webPreferences: Record<string, unknown> }
    webContents: EventEmitter & {
      mainFrame: { url: string }
      setWindowOpenHandler: Mock
      forcefullyCrashRenderer: () => void
    }
    loadURL: (url: string) => Promise<void>
    /** The last full-screen state it was given. */
    filled: { kiosk: boolean; fullScreen: boolean }
    isSmall: boolean
    emit: (name: string, event?: unknown) => boolean
  }[],
  appHandlers: new Map<string, () => void>(),
  menus: [] as unknown[],
  packaged: false,
  powerHandlers: new Map<string, () => void>(),
  session: {} as Record<string, Handler>,
  external: [] as string[],
  /** The text on the clipboard. */
  copied: '',
  /** The path that the person chooses in dialogs; '' cancels them. */
  chosenPath: '',
  /** The options of every print, and whether printing succeeds. */
  prints: [] as unknown[],
  canPrint: true,
  /** The options of every open dialog. */
  opened: [] as unknown[],
  contentsHandlers: [] as ((event: unknown, contents: unknown) => void)[],
}

class BrowserWindow extends EventEmitter {
  options: { webPreferences: Record<string, unknown> }
  webContents = Object.assign(new EventEmitter(), {
    mainFrame: { url: 'till://app/index.html' },
    setWindowOpenHandler: vi.fn(),
    send: vi.fn(),
    forcefullyCrashRenderer: vi.fn(),
    print(how: unknown, done: (printed: boolean, why: string) => void) {
      stand.prints.push(how)
      done(stand.canPrint, stand.canPrint ? '' : 'Invalid printer settings')
    },
  })
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super()
    this.options = options
    stand.windows.push(this)
    for (const handler of stand.contentsHandlers) handler(null, this.webContents)
  }
  removeMenu(): void {}
  filled = { kiosk: false, fullScreen: false }
  isSmall = false
  setKiosk(on: boolean): void {
    this.filled.kiosk = on
  }
  setFullScreen(on: boolean): void {
    this.filled.fullScreen = on
  }
  isMinimized(): boolean {
    return this.isSmall
  }
  restore(): void {
    this.isSmall = false
  }
  loadURL = vi.fn(() => Promise.resolve())
}

/** The mocked `electron` module. */
export const electron = {
  BrowserWindow,
  app: {
    whenReady: () => Promise.resolve(),
    get isPackaged() {
      return stand.packaged
    },
    on: (name: string, handler: (typeof stand.contentsHandlers)[number]) =>
      name === 'web-contents-created'
        ? stand.contentsHandlers.push(handler)
        : stand.appHandlers.set(name, handler as () => void),
  },
  Menu: { setApplicationMenu: (menu: unknown) => stand.menus.push(menu) },
  clipboard: { readText: () => stand.copied },
  dialog: {
    showOpenDialog: (_window: unknown, what: unknown) => {
      stand.opened.push(what)
      return Promise.resolve({ canceled: stand.chosenPath === '', filePaths: [stand.chosenPath] })
    },
    showSaveDialog: () => Promise.resolve({ canceled: stand.chosenPath === '', filePath: stand.chosenPath }),
  },
  ipcMain: { handle: (name: string, handler: never) => stand.ipcHandlers.set(name, handler) },
  powerMonitor: { on: (name: string, handler: () => void) => stand.powerHandlers.set(name, handler) },
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]) => stand.schemes.push(...schemes),
    handle: (name: string, handler: never) => stand.protocolHandlers.set(name, handler),
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: (handler: never) => (stand.session.request = handler),
      setPermissionCheckHandler: (handler: never) => (stand.session.check = handler),
      setDevicePermissionHandler: (handler: never) => (stand.session.device = handler),
      on: (name: string, handler: never) => (stand.session[name] = handler),
      webRequest: { onBeforeRequest: (handler: never) => (stand.session.before = handler) },
    },
  },
  shell: { openExternal: (url: string) => (stand.external.push(url), Promise.resolve()) },
}
