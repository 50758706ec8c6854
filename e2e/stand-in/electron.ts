import Database from 'better-sqlite3'
import { createElectron } from '../../src/testing/electron/create-electron.ts'
import type { Platform } from '../../src/testing/electron/world.ts'
import { createChromiumPages } from './chromium-page.ts'

// After what runs on the system as it is was loaded: the browser's driver and SQLite.
new Database(':memory:').close()
const platform = (process.env['TILL_STAND_IN_PLATFORM'] ?? 'linux') as Platform
Object.defineProperty(process, 'platform', { value: platform })

const pages = createChromiumPages()
const standIn = createElectron({ platform }, pages.open)
pages.serve(standIn)

// Electron runs the program's first tick before it is ready.
setImmediate(() => standIn.becomeReady())

standIn.app.once('quit', (_event: object, code: number) => {
  for (const { text } of standIn.world.boxes) process.stderr.write(`${text}\n`)
  void pages.close().finally(() => process.exit(code))
})
// A terminal's way to end a program is the system's to Electron: it quits.
process.on('SIGTERM', () => standIn.app.quit())
// A test sees what the person does, and clicks the newest notification.
standIn.seen.onNotification = ({ options }) =>
  process.stdout.write(`${[options.title, options.body].filter(Boolean).join(': ')}\n`)
process.on('SIGUSR2', () => standIn.seen.notifications.at(-1)?.click())

export const {
  app,
  BrowserWindow,
  Menu,
  Notification,
  Tray,
  clipboard,
  dialog,
  ipcMain,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  ...others
} = standIn.electron

// Whatever the stand-in has is exported by its name above.
others satisfies Record<string, never>
