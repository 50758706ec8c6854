import { BrowserWindow, app, type BrowserWindowConstructorOptions, type WebContents } from 'electron'
import type { Log } from '../../log/create-log.ts'
import type { ShellHost } from '../shell.ts'
import { electronOrigin } from './guard-page.ts'

export interface WindowOptions {
  /** The built preload, a CommonJS file. */
  readonly preload: string
  readonly kiosk: boolean
  readonly log: Log
}

/** The window. A register's is full screen, and only Till closes it. */
export interface HeldWindow {
  open(host: ShellHost): Promise<void>
  /** Brings it to the front; opens it again if it was closed. */
  focus(): Promise<void>
  /** Returns the window; null while none is open. */
  current(): BrowserWindow | null
  isRegister(): boolean
  /** Sets whether the window is a register's. */
  setKiosk(on: boolean): void
  /** Reverts the system's changes to the window of a register. */
  hold(): void
  /** Opens a path of the page in a new renderer. */
  reload(path: string): Promise<void>
  /** Lets it close: Till itself is ending. */
  release(): void
}

/** Creates the window's state; nothing is shown before it is opened. */
export function createHeldWindow(options: WindowOptions): HeldWindow {
  let window: BrowserWindow | null = null
  let owner: ShellHost | null = null
  let inShop = false
  /** Till itself is ending: the window may close. */
  let ending = false
  const pause = createPause()

  const fill = (): void => void (window && fillScreen(window, inShop || options.kiosk))
  const hold = (): void => void (inShop && !ending && fill())

  function reopenPage(): void {
    if (inShop) owner?.pageEnded()
    pause()
      .then(() => window?.loadURL(addressOf(inShop ? '/till' : '/')))
      .catch((error: unknown) => options.log('window.page', {}, { error }))
  }

  async function show(): Promise<void> {
    const host = owner
    if (host === null || ending) return
    window = new BrowserWindow(windowOptions(options))
    fill()
    window.once('ready-to-show', () => window?.show())
    window.on('leave-full-screen', hold)
    window.on('minimize', hold)
    window.on('close', (event) => {
      if (inShop && !ending) event.preventDefault()
    })
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      // Electron reports a page that ends with its window, too.
      if (!ending && reason !== 'clean-exit') reopenPage()
    })
    window.on('closed', () => {
      window = null
      if (!ending) host.closed()
    })
    await loadFirst(window.webContents)
  }

  function reopen(): Promise<void> {
    return show().catch((error: unknown) => options.log('window.page', {}, { error }))
  }

  return {
    async open(host) {
      owner = host
      await show()
    },
    async focus() {
      if (window === null) await reopen()
      else raise(window)
    },
    current: () => window,
    isRegister: () => inShop,
    setKiosk(on) {
      inShop = on
      fill()
      // A register has a window.
      if (on && window === null) void reopen()
    },
    hold,
    async reload(path) {
      if (window !== null) await openInNewRenderer(window, addressOf(path), options.log)
    },
    release: () => void (ending = true),
  }
}

function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Makes a window full screen, or restores it. */
function fillScreen(window: BrowserWindow, isFull: boolean): void {
  if (window.isMinimized()) window.restore()
  window.setKiosk(isFull)
  window.setFullScreen(isFull)
}

function windowOptions(options: WindowOptions): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 860,
    minWidth: 480,
    minHeight: 600,
    show: false,
    kiosk: options.kiosk,
    name: 'till',
    // Electron saves the place from before full screen, checks it against the displays, and would restore full screen, too
    // (shell/browser/native_window.cc). With --kiosk a new window has no place from before.
    windowStatePersistence: options.kiosk ? false : { displayMode: false },
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  }
}

/** Loads the first page of a window. Its own events report a window that closes meanwhile and a page that ends. */
async function loadFirst(contents: WebContents): Promise<void> {
  let isGone = false
  contents.once('render-process-gone', () => (isGone = true))
  try {
    await contents.loadURL(`${electronOrigin}/index.html`)
  } catch (error) {
    // Electron rejects within what ends either of them, before both say so (lib/browser/api/web-contents.ts).
    await new Promise(setImmediate)
    if (isGone || contents.isDestroyed() || contents.isCrashed()) return
    // Another page may be opened in its place.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED')) throw error
  }
}

function addressOf(path: string): string {
  return `${electronOrigin}/index.html#${path}`
}

/**
 * Opens an address in a new renderer; the previous one ends. It passes through a page that shares no renderer with any other. Ending the
 * renderer instead is unreliable: what is loaded while it dies gets lost (electron/electron#48661).
 */
async function openInNewRenderer(window: BrowserWindow, address: string, log: Log): Promise<void> {
  const { webContents } = window
  const before = webContents.getOSProcessId()
  await window.loadURL('data:text/html,')
  await window.loadURL(address)
  webContents.navigationHistory.clear()
  if (webContents.getOSProcessId() === before) log('window.kept', {})
}

/** The time between two attempts to open a page that ends again and again. */
const REOPEN_EACH_MS = 5_000

/** Creates the pause before a page that ended is opened again. It is never within the event: Electron may crash then (electron/electron#19887). */
function createPause(): () => Promise<void> {
  let freeAt = -Infinity
  return () => {
    const wait = Math.max(0, freeAt - performance.now())
    freeAt = performance.now() + wait + REOPEN_EACH_MS
    return new Promise((resolve) => setTimeout(resolve, wait))
  }
}
