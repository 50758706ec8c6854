import { join } from 'node:path'
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  powerMonitor,
  protocol,
  session,
  shell as system,
  type BrowserWindow,
  type OpenDialogOptions,
  type Session,
} from 'electron'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import { replaceFileWith } from '../../files/replace-file.ts'
import type { FileText, PageHost, Shell, ShellHost } from '../shell.ts'
import { hostRules } from '../host-rules.ts'
import { createCustomerWindow, customerSession, type HeldCustomerWindow } from './customer-window.ts'
import { createDesktop } from './desktop/create-desktop.ts'
import { copying, guardContents, guardSession, isOwn } from './guard-page.ts'
import { createHeldWindow, type HeldWindow, type WindowOptions } from './held-window.ts'
import { createMenu } from './create-menu.ts'
import type { ReceivedLinks } from './receive-links.ts'
import { printPage } from './print-page.ts'

/**
 * Prepares Electron before it is ready: sandboxes every page, resolves no host, and registers `till://app` as a secure origin, so that
 * nothing is read over file://.
 */
export function prepareElectron(development: boolean): void {
  app.enableSandbox()
  app.commandLine.appendSwitch('host-resolver-rules', hostRules(development))
  protocol.registerSchemesAsPrivileged([
    { scheme: 'till', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export interface ElectronOptions extends WindowOptions {
  /** The development server that serves the page instead of the build. */
  readonly devServer: string | null
  readonly links: ReceivedLinks
  /** The folder of the tray icon's pictures. */
  readonly icons: string
}

/** Creates the shell that opens the renderer in Electron: isolated, sandboxed, on its own scheme, answering only its own top frame. */
export function createElectronShell(options: ElectronOptions): Shell {
  const held = createHeldWindow(options)
  const customer = createCustomerWindow(options, held.current)
  let opened: ShellHost | null = null
  const menu = createMenu(
    () => held.isRegister() || options.kiosk,
    () => opened?.openPath('/settings'),
    () => opened?.signOut(),
  )

  return {
    kind: 'electron',
    // Electron reports it on macOS and Windows (docs/api/power-monitor.md).
    locksWithScreen: process.platform !== 'linux',
    printsSilently: true,
    async open(host) {
      await app.whenReady()
      guardSession(session.defaultSession, options.devServer, [copying])
      guardSession(customerSession(), options.devServer, [])
      app.on('web-contents-created', (_event, contents) => guardContents(contents))
      answerPages(host, held, customer)
      watchSystem(host, held, customer)
      opened = host
      menu.show()
      // The icon in the dock.
      app.on('activate', () => void held.focus())
      await held.open(host)
      customer.begin()
      options.links.deliver(host.openLink)
    },
    emit: (name, payload) => held.current()?.webContents.send('till:event', name, payload),
    customerWindow: customer,
    reload: held.reload,
    async print() {
      const window = held.current()
      return window !== null && printPage(window, held.isRegister())
    },
    saveFile: async (name, text) => saveChosen(held.current(), name, text),
    dialogs: {
      chooseFolder: () => choose(held.current(), { properties: ['openDirectory', 'createDirectory'] }),
      chooseFile: (ending) =>
        choose(held.current(), { properties: ['openFile'], filters: [{ name: 'Till', extensions: [ending] }] }),
    },
    desktop: createDesktop({
      icons: options.icons,
      menu,
      window: held.current,
      focus: () => void held.focus(),
      open: (path) => opened?.openPath(path),
    }),
    clipboard: { read: () => clipboard.readText(), write: (text) => clipboard.writeText(text) },
    async openExternal(url) {
      if (!isSafeAddress(url)) throw new Error('Only pages of the web are opened')
      await system.openExternal(url)
    },
    async setKiosk(on) {
      held.setKiosk(on)
      menu.show()
    },
    focus: held.focus,
    close: async () => held.current()?.close(),
  }
}

/** Answers the requests of the windows' top frames to the app, each with the rights of its window, and for the app's files. */
function answerPages(host: ShellHost, held: HeldWindow, customer: HeldCustomerWindow): void {
  serveFiles(session.defaultSession, host)
  serveFiles(customerSession(), host.customer)
  ipcMain.handle('till:request', (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame
    const isTopOf = (window: BrowserWindow | null): boolean =>
      frame !== null && frame === window?.webContents.mainFrame && isOwn(frame.url)
    if (isTopOf(customer.current())) return host.customer.request(true, name, input)
    return host.request(isTopOf(held.current()), name, input)
  })
}

function serveFiles({ protocol: scheme }: Session, host: PageHost): void {
  scheme.handle('till', async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'app') return new Response(null, { status: 404 })
    const file = await host.serve(url)
    return new Response(Buffer.from(file.bytes), { status: file.status, headers: { ...file.headers } })
  })
}

function watchSystem(host: ShellHost, held: HeldWindow, customer: HeldCustomerWindow): void {
  powerMonitor.on('suspend', () => host.lock())
  powerMonitor.on('lock-screen', () => host.lock())
  powerMonitor.on('resume', held.hold)
  powerMonitor.on('unlock-screen', held.hold)
  app.on('before-quit', held.release)
  app.on('before-quit', customer.release)
  // Linux and macOS then wait for the end of Till. The typings name no event (docs/api/power-monitor.md).
  powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault()
    app.quit()
  })
}

async function choose(window: BrowserWindow | null, what: OpenDialogOptions): Promise<string | null> {
  if (window === null) return null
  const { canceled, filePaths } = await dialog.showOpenDialog(window, what)
  return canceled ? null : (filePaths[0] ?? null)
}

async function saveChosen(window: BrowserWindow | null, name: string, text: FileText): Promise<string | null> {
  if (window === null) return null
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name })
  if (canceled || filePath === '') return null
  await replaceFileWith(filePath, (file) => file.writeFile(text))
  return filePath
}

/** Returns the preload of a build whose main entry is in `mainFolder`. */
export function preloadOf(mainFolder: string): string {
  return join(mainFolder, '..', 'preload', 'index.cjs')
}
