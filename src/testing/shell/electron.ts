import { EventEmitter } from 'node:events'
import { vi, type Mock } from 'vitest'

type Handler = (...args: never[]) => unknown

/** Records the shell's calls to the mocked `electron` module. */
export const recorded = {
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
      recorded.prints.push(how)
      done(recorded.canPrint, recorded.canPrint ? '' : 'Invalid printer settings')
    },
  })
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super()
    this.options = options
    recorded.windows.push(this)
    for (const handler of recorded.contentsHandlers) handler(null, this.webContents)
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
      return recorded.packaged
    },
    on: (name: string, handler: (typeof recorded.contentsHandlers)[number]) =>
      name === 'web-contents-created'
        ? recorded.contentsHandlers.push(handler)
        : recorded.appHandlers.set(name, handler as () => void),
  },
  Menu: { setApplicationMenu: (menu: unknown) => recorded.menus.push(menu) },
  clipboard: { readText: () => recorded.copied },
  dialog: {
    showOpenDialog: (_window: unknown, what: unknown) => {
      recorded.opened.push(what)
      return Promise.resolve({ canceled: recorded.chosenPath === '', filePaths: [recorded.chosenPath] })
    },
    showSaveDialog: () => Promise.resolve({ canceled: recorded.chosenPath === '', filePath: recorded.chosenPath }),
  },
  ipcMain: { handle: (name: string, handler: never) => recorded.ipcHandlers.set(name, handler) },
  powerMonitor: { on: (name: string, handler: () => void) => recorded.powerHandlers.set(name, handler) },
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]) => recorded.schemes.push(...schemes),
    handle: (name: string, handler: never) => recorded.protocolHandlers.set(name, handler),
  },
  session: {
    defaultSession: {
      setPermissionRequestHandler: (handler: never) => (recorded.session.request = handler),
      setPermissionCheckHandler: (handler: never) => (recorded.session.check = handler),
      setDevicePermissionHandler: (handler: never) => (recorded.session.device = handler),
      on: (name: string, handler: never) => (recorded.session[name] = handler),
      webRequest: { onBeforeRequest: (handler: never) => (recorded.session.before = handler) },
    },
  },
  shell: { openExternal: (url: string) => (recorded.external.push(url), Promise.resolve()) },
}
