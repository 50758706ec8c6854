import { join } from 'node:path'
import { app, Menu, Tray } from 'electron'
import type { DesktopWords } from '../../../desktop/words/desktop-words.ts'

export interface TrayOptions {
  /** The folder of its pictures. */
  readonly icons: string
  readonly words: () => DesktopWords
  /** Brings the window to the front, or opens it again. */
  focus(): void
}

/** The icon of the notification area. macOS draws its own colours into an image that is named as a template (docs/api/native-image.md). */
const images: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', win32: 'tray.ico' }

/** Creates the icon's state; it is shown once it has a text. */
export function createTray({ icons, words, focus }: TrayOptions) {
  let tray: Tray | null = null
  let shown: string | null = null

  /** Linux takes a changed menu only as a new one (docs/api/tray.md). */
  function fill(icon: Tray, text: string): void {
    const { open, quit } = words().menu
    icon.setToolTip(text)
    icon.setContextMenu(
      Menu.buildFromTemplate([
        { label: text, enabled: false },
        { type: 'separator' },
        { label: open, click: focus },
        { label: quit, click: () => app.quit() },
      ]),
    )
  }

  return {
    /** Shows the icon with a text; null removes it. */
    show(text: string | null): void {
      if (text === shown) return
      shown = text
      if (text === null) {
        tray?.destroy()
        tray = null
        return
      }
      if (tray === null) {
        tray = new Tray(join(icons, images[process.platform] ?? 'tray.png'))
        // On macOS a click opens the menu.
        if (process.platform !== 'darwin') tray.on('click', focus)
      }
      fill(tray, text)
    },
  }
}
