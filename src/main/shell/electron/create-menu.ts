import { Menu, app, type MenuItemConstructorOptions } from 'electron'

/** Copying and pasting work on macOS only with a menu that has them. */
const editing: MenuItemConstructorOptions = { role: 'editMenu' }

/** What a desktop application has at home. Nothing reloads the page: Till keeps its own state in it. */
function homeMenu(): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  return [
    isMac ? { role: 'appMenu' } : { label: app.name, submenu: [{ role: 'about' }, { role: 'quit' }] },
    editing,
    {
      role: 'viewMenu',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
  ]
}

/**
 * Shows the application's menu. That of a register quits, closes and reloads nothing, and is empty where the system needs none: macOS would
 * keep the one it has (lib/browser/api/menu.ts).
 */
export function showMenu(inShop: boolean): void {
  if (!inShop) return Menu.setApplicationMenu(Menu.buildFromTemplate(homeMenu()))
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate([editing]) : null)
}
