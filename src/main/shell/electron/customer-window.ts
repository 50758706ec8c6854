import { BrowserWindow, app, screen, session, type Display, type Session } from 'electron'
import { canPlaceWindows } from '../can-place-windows.ts'
import type { CustomerWindow } from '../shell.ts'
import type { WindowOptions } from './held-window.ts'
import { addressOf, createPause, loadFirst, webPreferences } from './window-parts.ts'

/** The session of the customer's page, in memory only. It shares neither storage nor renderer with the register's page. */
export function customerSession(): Session {
  return session.fromPartition('customer')
}

export interface HeldCustomerWindow extends CustomerWindow {
  /** Begins once the register's window and the answers to this one's page are there. */
  begin(): void
  /** Returns the window; null while none is open. */
  current(): BrowserWindow | null
  /** Closes it: Till itself is ending. */
  release(): void
}

/** Creates the state of the customer's window. `register` returns the register's own window. */
export function createCustomerWindow(
  { preload, log }: WindowOptions,
  register: () => BrowserWindow | null,
): HeldCustomerWindow {
  let window: BrowserWindow | null = null
  let [isWanted, hasBegun] = [false, false]
  const pause = createPause()

  /** Opens, moves or closes the window, as the displays are now. */
  function arrange(): void {
    if (!hasBegun) return
    const display = isWanted ? findCustomerDisplay(register()) : null
    if (window !== null && screen.getDisplayMatching(window.getBounds()).id !== display?.id) window.destroy()
    if (display !== null && window === null) show(display)
    fill()
  }

  const fill = (): void => void (window && fillScreen(window))

  function show(display: Display): void {
    const opened = openWindow(display, preload)
    window = opened
    opened.once('ready-to-show', () => {
      // The keyboard stays at the register.
      opened.showInactive()
      fill()
    })
    opened.on('leave-full-screen', fill)
    opened.on('minimize', fill)
    opened.on('closed', () => {
      window = null
    })
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') reopenPage(opened)
    })
    loadFirst(opened.webContents, addressOf('/customer')).catch(report)
  }

  function reopenPage(crashed: BrowserWindow): void {
    pause()
      .then(() => (crashed.isDestroyed() ? undefined : crashed.loadURL(addressOf('/customer'))))
      .catch(report)
  }
  const report = (error: unknown): void => log('window.page', {}, { error })

  return {
    begin() {
      hasBegun = true
      screen.on('display-added', arrange)
      screen.on('display-removed', arrange)
      screen.on('display-metrics-changed', arrange)
      arrange()
    },
    set(on) {
      isWanted = on
      arrange()
    },
    current: () => window,
    isOpen: () => window !== null,
    emit: (name, payload) => window?.webContents.send('till:event', name, payload),
    release() {
      isWanted = false
      arrange()
    },
  }
}

function fillScreen(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.setFullScreen(true)
}

/** Opens a hidden window on a display, which only Till closes. */
function openWindow(display: Display, preload: string): BrowserWindow {
  const window = new BrowserWindow({
    ...display.bounds,
    show: false,
    frame: false,
    skipTaskbar: true,
    // Elsewhere the window could not be full screen (electron/electron#28130).
    focusable: process.platform !== 'win32',
    webPreferences: { ...webPreferences(preload), session: customerSession() },
  })
  window.on('close', (event) => event.preventDefault())
  return window
}

/** Returns the display for the customer: the first one without the register's window; null without one, or where Till cannot choose. */
function findCustomerDisplay(register: BrowserWindow | null): Display | null {
  if (!canPlaceWindows(app.commandLine.getSwitchValue('ozone-platform'))) return null
  const own = register === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(register.getBounds())
  return screen.getAllDisplays().find(({ id }) => id !== own.id) ?? null
}
