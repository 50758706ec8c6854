import { Menu, app, type MenuItemConstructorOptions } from 'electron'
import { chooseLocale } from '../../../shared/app/locales.ts'
import type { DesktopWords } from '../../desktop/words/desktop-words.ts'
import { wordsIn } from '../../desktop/words/words-in.ts'

type MenuWords = DesktopWords['menu']

/** Copying and pasting work on macOS only with a menu that has them. */
function editing(words: MenuWords): MenuItemConstructorOptions {
  return {
    label: words.edit,
    submenu: [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      { type: 'separator' },
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'selectAll', label: words.selectAll },
    ],
  }
}

function ownMenu(words: MenuWords, openSettings: () => void): MenuItemConstructorOptions {
  const settings: MenuItemConstructorOptions[] = [
    { role: 'about', label: words.about },
    { type: 'separator' },
    { label: words.settings, accelerator: 'CommandOrControl+,', click: openSettings },
    { type: 'separator' },
  ]
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit }
  if (process.platform !== 'darwin') return { label: app.name, submenu: [...settings, quit] }
  return {
    label: app.name,
    submenu: [
      ...settings,
      { role: 'services', label: words.services },
      { type: 'separator' },
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      { type: 'separator' },
      quit,
    ],
  }
}

/** The menu of a register on macOS, which always has one. */
function registerMenu(words: MenuWords, switchUser: () => void): MenuItemConstructorOptions[] {
  const leave = { label: words.switchUser, accelerator: 'CommandOrControl+L', click: switchUser }
  return [{ label: app.name, submenu: [leave] }, editing(words)]
}

/** What a desktop application has at home. Nothing reloads the page: Till keeps its own state in it. */
function homeMenu(words: MenuWords, openSettings: () => void): MenuItemConstructorOptions[] {
  return [
    ownMenu(words, openSettings),
    editing(words),
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.zoomIn },
        // On most keyboards the plus takes Shift, which people leave out.
        { role: 'zoomIn', label: words.zoomIn, accelerator: 'CommandOrControl+=', visible: false },
        { role: 'zoomOut', label: words.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
    {
      role: 'window',
      label: words.window,
      submenu: [
        { role: 'minimize', label: words.minimize },
        { role: 'close', label: words.close },
      ],
    },
  ]
}

/** The application's menu and its words. */
export interface OwnMenu {
  /** Returns the words of the last `setWords`; until then those of the system's language. */
  words(): DesktopWords
  setWords(words: DesktopWords): void
  /** Shows it, after any change of the window's use. */
  show(): void
}

/**
 * Creates the application's menu. That of a register quits, closes and reloads nothing, and is empty where the system needs none: macOS
 * would keep the one it has (lib/browser/api/menu.ts). There it also signs the user out, which the page's own shortcut does elsewhere.
 */
export function createMenu(isRegister: () => boolean, openSettings: () => void, switchUser: () => void): OwnMenu {
  let given: DesktopWords | null = null
  const words = (): DesktopWords => (given ??= wordsIn(chooseLocale(null, app.getPreferredSystemLanguages())))

  function show(): void {
    const { menu } = words()
    if (!isRegister()) Menu.setApplicationMenu(Menu.buildFromTemplate(homeMenu(menu, openSettings)))
    else if (process.platform !== 'darwin') Menu.setApplicationMenu(null)
    else Menu.setApplicationMenu(Menu.buildFromTemplate(registerMenu(menu, switchUser)))
  }

  return {
    words,
    setWords(wanted) {
      if (given === wanted) return
      given = wanted
      show()
    },
    show,
  }
}
