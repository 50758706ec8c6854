/** The systems that Electron runs on. */
export type Platform = 'linux' | 'darwin' | 'win32'

/** The place and size of a window. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How a window fills the screen. */
export interface Filled {
  readonly kiosk: boolean
  readonly fullScreen: boolean
}

/** A display of the machine. */
interface Display {
  readonly id: number
  readonly bounds: Bounds
}

/** What Electron saves of windows, by their names. */
export type WindowStates = Map<string, { readonly bounds: Bounds; readonly filled: Filled }>

/** The machine around the stand-in: what a test sets and what the program did to it. */
export interface World {
  readonly platform: Platform
  readonly isPackaged: boolean
  /** The program's package.json; null where none lies beside the entry. */
  readonly manifest: { readonly name?: string; readonly productName?: string } | null
  /** Whether `ready` was emitted. */
  isReady: boolean
  /** Whether another process holds the lock of the folder for the program's data. */
  readonly isSecond: boolean
  /** What earlier runs of the program saved of their windows, in its folder. */
  readonly windowStates: WindowStates
  /** The displays, the primary one first. */
  displays: readonly Display[]
  /** Whether the desktop of a Linux has a secret service, such as a keyring. */
  hasKeyring: boolean
  /** Whether the system shows notifications. */
  showsNotifications: boolean
  /** The languages of the system, the preferred one first. */
  readonly languages: string[]
  /** The text on the clipboard. */
  copied: string
  /** The path that the person chooses in dialogs; '' cancels them. */
  chosenPath: string
  /** Whether printing succeeds. */
  canPrint: boolean
  /** The options of every print and open dialog, the addresses opened elsewhere, and the boxes shown. */
  readonly prints: unknown[]
  readonly dialogs: unknown[]
  readonly external: string[]
  readonly boxes: { readonly title: string; readonly text: string }[]
}

/** What a machine is like from the start; a Linux that runs Till from source by default. */
export type Machine = Partial<
  Pick<World, 'platform' | 'isPackaged' | 'manifest' | 'isSecond' | 'languages' | 'windowStates' | 'displays'>
>

/** Creates a machine whose person has chosen nothing yet. */
export function createWorld({
  platform = 'linux',
  isPackaged = false,
  // The packed manifest is the project's own, without a product name.
  manifest = isPackaged ? { name: 'till' } : null,
  isSecond = false,
  languages = ['en-US'],
  windowStates = new Map(),
  displays = [{ id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 } }],
}: Machine): World {
  return {
    platform,
    isPackaged,
    manifest,
    isSecond,
    windowStates,
    displays,
    isReady: false,
    hasKeyring: true,
    showsNotifications: true,
    languages,
    copied: '',
    chosenPath: '',
    canPrint: true,
    prints: [],
    dialogs: [],
    external: [],
    boxes: [],
  }
}

/** Throws where Electron does before its `ready` event. `source` names the page of its documentation that says so. */
export function assertReady(world: World, what: string, source: string): void {
  if (!world.isReady) throw new Error(`${what} cannot be used before the app is ready (${source})`)
}

/** Throws where Electron does after its `ready` event. */
export function assertNotReady(world: World, what: string, source: string): void {
  if (world.isReady) throw new Error(`${what} must be called before the app is ready (${source})`)
}
