import type { Dialogs } from '../backup/backup-files.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { EventName, EventPayload, Reply } from '../../shared/contract.ts'

/** A file's text, or its pieces, each created after the previous one was written. */
export type FileText = string | Iterable<string>

/** A file of the app's own origin, with all its headers. */
export interface ServedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** What a page asks of the app. */
export interface PageHost {
  request(trusted: boolean, name: unknown, input: unknown): Promise<Reply>
  /** Answers an address of the app's own origin. */
  serve(address: URL): Promise<ServedFile>
}

/** The requests and events of a shell's window to the app. */
export interface ShellHost extends PageHost {
  /** Answers the page on the customer's display, which may ask nearly nothing. */
  readonly customer: PageHost
  /** Called when the machine is about to sleep or its screen was locked. */
  lock(): void
  /** Signs the current user of a register out. */
  signOut(): void
  /** Called when the page of a register ended without Till's doing: the current user is gone. */
  pageEnded(): void
  /** Opens one of the page's paths and brings the window to the front; at a register and before the first run it only logs. */
  openPath(path: string): void
  /** Opens the brand or product of another program's link, as `openPath` opens a path. */
  openLink(text: string): void
  /** Called when the window was closed. */
  closed(): void
}

/** The window of a register's customer: full screen on a second display. */
export interface CustomerWindow {
  /** Sets whether it opens whenever there is a second display, even before the register's window opens. */
  set(on: boolean): void
  isOpen(): boolean
  /** Emits an event to its page; does nothing while it is closed. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
}

/** The system's clipboard. */
export interface Clipboard {
  read(): Promise<string>
  write(text: string): Promise<void>
}

/** The app's requests to its window. */
export interface Shell {
  readonly kind: 'electron' | 'chromium'
  /** Whether it reports a locked screen. */
  readonly locksWithScreen: boolean
  /** Whether it prints without a dialog at a register. */
  readonly printsSilently: boolean
  open(host: ShellHost): Promise<void>
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  /**
   * Opens a path of the page in a new renderer; the previous one ends, and its memory returns to the system. `between` is the page (HTML)
   * that stands there meanwhile.
   */
  reload(path: string, between: string): Promise<void>
  /**
   * Prints the current page through the system's dialog, or at a register on the system's default printer without a dialog if the shell
   * can. Returns false if the user cancelled; throws AppError `printer-failed` with the reason `system`.
   */
  print(): Promise<boolean>
  /** Saves a text where the user chooses, or in the shell's folder for downloads; returns its path, null if they cancelled. */
  saveFile(name: string, text: FileText): Promise<string | null>
  readonly dialogs: Dialogs
  /** Null if the shell reaches nothing of the system's desktop but its window. */
  readonly desktop: Desktop | null
  /** Null if the shell does not reach it. What it holds is never given to the page. */
  readonly clipboard: Clipboard | null
  /** Opens an address that was already judged safe in the system's browser; rejects if that visibly fails. */
  openExternal(url: string): Promise<void>
  /**
   * Sets whether the window is a register's, even before it opens: it is full screen, and a new page at `/till` replaces a closed window or
   * a page that ended.
   */
  setKiosk(on: boolean): Promise<void>
  readonly customerWindow: CustomerWindow
  /** Brings the window to the front; opens it again if it was closed. */
  focus(): Promise<void>
  close(): Promise<void>
}

/** A store for one small secret; `protected` says whether the system guards it beyond file permissions. */
export interface SecretStore {
  readonly protected: boolean
  read(): Uint8Array | null
  write(secret: Uint8Array): void
}
