import { app, nativeTheme, Notification, type BrowserWindow } from 'electron'
import type { Desktop } from '../../../desktop/desktop.ts'
import type { OwnMenu } from '../create-menu.ts'
import { openSystemStart } from './system-start.ts'
import { createTray } from './tray.ts'

export interface DesktopOptions {
  /** The folder of the tray icon's pictures. */
  readonly icons: string
  readonly menu: Pick<OwnMenu, 'words' | 'setWords'>
  /** Returns the window; null while none is open. */
  window(): BrowserWindow | null
  /** Brings the window to the front, or opens it again. */
  focus(): void
  /** Opens a path of the page, in front. */
  open(path: string): void
}

/** Creates Till's place on the desktop; nothing is shown yet. */
export function createDesktop({ icons, menu, window, focus, open }: DesktopOptions): Desktop {
  const tray = createTray({ icons, words: menu.words, focus })
  /** Kept while they may be clicked: an object that is collected takes its listener along. */
  const shown = new Set<Notification>()

  return {
    languages: () => app.getPreferredSystemLanguages(),
    setWords: menu.setWords,
    setTheme: (theme) => void (nativeTheme.themeSource = theme),
    hasWindow: () => window() !== null,
    isWatched: () => window()?.isFocused() === true,
    notify({ title, body, path }) {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title, body: plain(body) })
      shown.add(notification)
      const forget = (): void => void shown.delete(notification)
      notification.on('close', forget)
      notification.on('failed', forget)
      notification.on('click', () => {
        forget()
        open(path)
      })
      notification.show()
    },
    // Windows draws it over the taskbar's button, too (shell/browser/browser_win.cc).
    setBadge: (count) => void app.setBadgeCount(count),
    setTray: tray.show,
    systemStart: openSystemStart(),
  }
}

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** Linux reads the body as markup (Desktop Notifications Specification 1.3), and names of brands and coins come from others. */
function plain(body: string): string {
  return process.platform === 'linux' ? body.replace(/[<>&]/g, (sign) => lookalikes[sign] ?? '') : body
}
