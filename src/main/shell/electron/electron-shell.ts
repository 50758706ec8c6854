import { join } from 'node:path'
import {
  BrowserWindow,
  Menu,
  app,
  clipboard,
  dialog,
  ipcMain,
  powerMonitor,
  protocol,
  session,
  shell as system,
  type BrowserWindowConstructorOptions,
  type OpenDialogOptions,
} from 'electron'
import { AppError } from '../../../shared/errors.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import type { Log } from '../../log/create-log.ts'
import type { Shell, ShellHost } from '../shell.ts'
import { writeWhole } from '../write-whole.ts'
import { guardContents, guardSession, electronOrigin, isOwn } from './guard-page.ts'

export interface ElectronOptions {
  /** The built preload, a CommonJS file. */
  readonly preload: string
  readonly kiosk: boolean
  readonly log: Log
}

/** Registers `till://app` as a secure origin, so that nothing is read over file://. Must run before Electron is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'till', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Creates the shell that opens the renderer in Electron: isolated, sandboxed, on its own scheme, answering only its own top frame. */
export function createElectronShell(options: ElectronOptions): Shell {
  let window: BrowserWindow | null = null
  let inShop = false
  /** Till itself is ending: the window may close. */
  let ending = false
  /** Till's own reload of a page is not a crash. */
  let renewing = false

  /** Makes the window full screen, or restores it. */
  function fill(): void {
    if (window === null) return
    if (window.isMinimized()) window.restore()
    window.setKiosk(inShop || options.kiosk)
    window.setFullScreen(inShop || options.kiosk)
  }
  /** Reverts the system's changes to the window of a register. */
  function hold(): void {
    if (inShop && !ending) fill()
  }

  async function load(path: string): Promise<void> {
    await window?.loadURL(`${electronOrigin}/index.html#${path}`)
  }

  async function open(host: ShellHost): Promise<void> {
    await app.whenReady()
    guardSession(session.defaultSession)
    app.on('web-contents-created', (_event, contents) => guardContents(contents))
    protocol.handle('till', async (request) => {
      const url = new URL(request.url)
      if (url.host !== 'app') return new Response(null, { status: 404 })
      const file = await host.serve(url)
      return new Response(Buffer.from(file.bytes), { status: file.status, headers: { ...file.headers } })
    })
    ipcMain.handle('till:request', (event, name: unknown, input: unknown) => {
      const frame = event.senderFrame
      const trusted = frame !== null && frame === window?.webContents.mainFrame && isOwn(frame.url)
      return host.request(trusted, name, input)
    })
    powerMonitor.on('suspend', () => host.lock())
    powerMonitor.on('lock-screen', () => host.lock())
    powerMonitor.on('resume', hold)
    powerMonitor.on('unlock-screen', hold)
    app.on('before-quit', () => void (ending = true))
    // On macOS the menu and its shortcuts would quit Till.
    Menu.setApplicationMenu(null)

    window = new BrowserWindow(windowOptions(options))
    window.removeMenu()
    fill()
    window.once('ready-to-show', () => window?.show())
    window.on('leave-full-screen', hold)
    window.on('minimize', hold)
    window.on('close', (event) => {
      if (inShop && !ending) event.preventDefault()
    })
    window.webContents.on('render-process-gone', () => {
      if (!inShop || renewing || ending) return
      host.pageEnded()
      load('/till').catch((error: unknown) => options.log('window.page', {}, { error }))
    })
    window.on('closed', () => {
      window = null
      host.closed()
    })
    await window.loadURL(`${electronOrigin}/index.html`)
  }

  async function choose(what: OpenDialogOptions): Promise<string | null> {
    if (window === null) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(window, what)
    return canceled ? null : (filePaths[0] ?? null)
  }

  return {
    kind: 'electron',
    printsSilently: true,
    open,
    emit: (name, payload) => window?.webContents.send('till:event', name, payload),
    async reload(path) {
      renewing = true
      try {
        window?.webContents.forcefullyCrashRenderer()
        await load(path)
      } finally {
        renewing = false
      }
    },
    print: () =>
      new Promise((resolve, reject) => {
        if (window === null) return resolve(false)
        const quietly = inShop ? { silent: true, usePrinterDefaultPageSize: true } : {}
        window.webContents.print({ printBackground: true, ...quietly }, (printed, why) => {
          if (printed || !quietly.silent) return resolve(printed)
          const details = { reason: 'system' } as const
          reject(new AppError('printer-failed', 'The system did not print', { details, cause: new Error(why) }))
        })
      }),
    async saveFile(name, text) {
      if (window === null) return null
      const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name })
      if (canceled || filePath === '') return null
      await writeWhole(filePath, text)
      return filePath
    },
    dialogs: {
      chooseFolder: () => choose({ properties: ['openDirectory', 'createDirectory'] }),
      chooseFile: (ending) => choose({ properties: ['openFile'], filters: [{ name: 'Till', extensions: [ending] }] }),
    },
    readClipboard: async () => clipboard.readText(),
    async openExternal(url) {
      if (!isSafeAddress(url)) throw new Error('Only pages of the web are opened')
      await system.openExternal(url)
    },
    async setKiosk(on) {
      inShop = on
      fill()
    },
    focus: async () => {
      if (window?.isMinimized()) window.restore()
      window?.focus()
    },
    close: async () => window?.close(),
  }
}

/** Returns the preload of a build whose main entry is in `mainFolder`. */
export function preloadOf(mainFolder: string): string {
  return join(mainFolder, '..', 'preload', 'index.cjs')
}

function windowOptions(options: ElectronOptions): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 860,
    minWidth: 480,
    minHeight: 600,
    show: false,
    kiosk: options.kiosk,
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
