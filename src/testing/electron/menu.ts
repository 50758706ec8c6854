import { assertDeclared } from './declarations.ts'
import type { World } from './world.ts'

export interface MenuTemplate {
  readonly role?: string
  readonly label?: string
  readonly type?: string
  readonly accelerator?: string
  readonly submenu?: readonly MenuTemplate[]
  readonly click?: () => void
  readonly [name: string]: unknown
}

export class StandInMenu {
  readonly items: readonly MenuTemplate[]

  constructor(items: readonly MenuTemplate[]) {
    this.items = items
  }
}

/** The application's menu as the person has it. */
export interface ApplicationMenu {
  readonly current: StandInMenu | null
}

/** The items of Electron's default menu, which quit, close and reload (lib/browser/default-menu.ts). */
const defaultMenu = new StandInMenu(
  ['appMenu', 'fileMenu', 'editMenu', 'viewMenu', 'windowMenu'].map((role) => ({ role })),
)

/** Creates Electron's `Menu`, and the menu that results (lib/browser/api/menu.ts); `fill` gives it to each window. */
export function createMenu(world: World, fill: (menu: StandInMenu | null) => void) {
  let isSet = false
  let shown: StandInMenu | null = null

  return {
    /** The default menu is set at `will-finish-launching`, unless the program set one before. */
    becomeReady(): void {
      if (!isSet) shown = defaultMenu
    },
    current: () => shown,
    Menu: {
      setApplicationMenu(menu: StandInMenu | null): void {
        isSet = true
        // Without a menu macOS keeps the one it has.
        if (world.platform === 'darwin' && menu === null) return
        shown = menu
        // Other systems have a menu in each window.
        if (world.platform !== 'darwin') fill(menu)
      },
      buildFromTemplate(template: readonly MenuTemplate[]): StandInMenu {
        for (const item of template) assertItem(item)
        return new StandInMenu(template)
      },
    },
  }
}

/** What an item may do by its role; Electron does nothing for another one (lib/browser/api/menu-item-roles.ts). */
const roles =
  'about close copy cut delete forcereload front help hide hideothers minimize paste pasteandmatchstyle quit redo reload resetzoom selectall services recentdocuments clearrecentdocuments showsubstitutions togglesmartquotes togglesmartdashes toggletextreplacement startspeaking stopspeaking toggledevtools togglefullscreen undo unhide window zoom zoomin zoomout togglespellchecker appmenu filemenu editmenu viewmenu windowmenu sharemenu'.split(
    ' ',
  )

function assertItem(item: MenuTemplate): void {
  assertDeclared('MenuItemConstructorOptions', item)
  if (item.label === undefined && item.role === undefined && item.type !== 'separator')
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
  if (item.role !== undefined && !roles.includes(item.role.toLowerCase()))
    throw new TypeError(`Electron has no role ${item.role}`)
  for (const one of item.submenu ?? []) assertItem(one)
}

/** Returns the items of a menu and of its submenus that a person can choose, by their label or role. */
export function itemsOf(menu: StandInMenu | null): Map<string, MenuTemplate> {
  const all = (items: readonly MenuTemplate[]): MenuTemplate[] =>
    items.flatMap((item) => (item.submenu === undefined ? [item] : all(item.submenu)))
  return new Map(all(menu?.items ?? []).map((item) => [item.label ?? item.role ?? '', item]))
}
