import { existsSync } from 'node:fs'
import { assertDeclared, DeclaredEmitter } from './declarations.ts'
import type { StandInMenu } from './menu.ts'
import { assertReady, type World } from './world.ts'

/** What the person sees of the program on the desktop, beside its windows. */
export interface DesktopSeen {
  /** The notifications shown, oldest first; those that were clicked or closed stay listed. */
  readonly notifications: StandInNotification[]
  /** Called for each notification; a test that runs the program in another process sets it. */
  onNotification: (notification: StandInNotification) => void
  /** The icon of the notification area; null for none. */
  tray: StandInTray | null
  badge: number
  startsWithSystem: boolean
  /** The name under which Windows knows the program; null for none. */
  userModelId: string | null
  /** The name of the keyring's entry for the program's secrets; null before it is ready. */
  keyringEntry: string | null
  /** The options of the panel about the program. */
  about: object
}

export class StandInNotification extends DeclaredEmitter {
  readonly options: { readonly title?: string; readonly body?: string }
  readonly #seen: DesktopSeen

  constructor(world: World, seen: DesktopSeen, options: StandInNotification['options'] = {}) {
    super('Notification')
    // Its presenter is created with the browser (shell/browser/api/electron_api_notification.cc).
    assertReady(world, 'Notification', 'docs/api/notification.md')
    assertDeclared('NotificationConstructorOptions', options)
    this.options = options
    this.#seen = seen
  }

  show(): void {
    this.#seen.notifications.push(this)
    this.#seen.onNotification(this)
    this.emit('show', {})
  }

  /** The person clicks it. */
  click(): void {
    this.emit('click', {})
  }
}

export class StandInTray extends DeclaredEmitter {
  readonly #seen: DesktopSeen
  toolTip = ''
  menu: StandInMenu | null = null

  constructor(world: World, seen: DesktopSeen, image: string) {
    super('Tray')
    assertReady(world, 'Tray', 'docs/api/tray.md')
    // Electron throws for a path that is no image (shell/browser/api/electron_api_tray.cc).
    if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`)
    this.#seen = seen
    seen.tray = this
  }

  setToolTip(text: string): void {
    this.#assertAlive()
    this.toolTip = text
  }

  setContextMenu(menu: StandInMenu | null): void {
    this.#assertAlive()
    this.menu = menu
  }

  destroy(): void {
    this.#seen.tray = null
  }

  #assertAlive(): void {
    if (this.#seen.tray !== this) throw new TypeError('Tray is destroyed')
  }
}

/** Creates Electron's `nativeTheme`, whose source has three values (docs/api/native-theme.md). */
function createNativeTheme() {
  let source = 'system'
  return {
    get themeSource() {
      return source
    },
    set themeSource(wanted) {
      if (!['system', 'light', 'dark'].includes(wanted)) throw new TypeError(`No theme is named ${wanted}`)
      source = wanted
    },
  }
}

/** Creates what Electron has for the desktop, and what is seen of it. */
export function createDesktopParts(world: World) {
  const seen: DesktopSeen = {
    notifications: [],
    onNotification: () => undefined,
    tray: null,
    badge: 0,
    startsWithSystem: false,
    userModelId: null,
    keyringEntry: null,
    about: {},
  }
  return {
    seen,
    Notification: class extends StandInNotification {
      static isSupported = (): boolean =>
        world.showsNotifications && (world.platform !== 'win32' || seen.userModelId !== null)
      constructor(options?: StandInNotification['options']) {
        super(world, seen, options)
      }
    },
    Tray: class extends StandInTray {
      constructor(image: string) {
        super(world, seen, image)
      }
    },
    nativeTheme: createNativeTheme(),
  }
}
