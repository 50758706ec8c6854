import type { Dialogs } from '../backup/dialogs.ts'
import type { FileText } from './file-text.ts'
import type { EventName, EventPayload, Reply } from '../../shared/contract.ts'

/** A file of the app's own origin, with every header it is sent with. */
export interface ServedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** What a shell's window asks of the app. */
export interface ShellHost {
  request(trusted: boolean, name: unknown, input: unknown): Promise<Reply>
  /** Answers an address of the app's own origin. */
  serve(address: URL): Promise<ServedFile>
  /** The machine is about to sleep or its screen was locked. */
  lock(): void
  /** In a shop the page ended otherwise than by Till: whoever was there is not any more. */
  left(): void
  /** The window was closed. */
  closed(): void
}

/** What the app asks of whatever gives it a window. */
export interface Shell {
  readonly kind: 'electron' | 'chromium'
  /** Whether it prints without asking anybody at a till in a shop. */
  readonly printsUnasked: boolean
  open(host: ShellHost): Promise<void>
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** Opens a path of the page's own in a new renderer; the one before ends, and its memory goes back to the system. */
  renew(path: string): Promise<void>
  /**
   * Prints what the page shows: through the system's dialog, in a shop where the shell can without asking on the printer the system has
   * first. Answers false where the person did not want to; AppError `printer-failed` with the reason `system`.
   */
  print(): Promise<boolean>
  /** Keeps a text where the person chooses, or in the shell's folder for downloads; answers its path, null where they chose none. */
  saveFile(name: string, text: FileText): Promise<string | null>
  readonly dialogs: Dialogs
  /** The text on the system's clipboard; null where the shell can't tell. Never given to the page. */
  readClipboard(): Promise<string | null>
  /** Opens an address that was already judged safe in the system's browser; rejects where that is seen not to work. */
  openExternal(url: string): Promise<void>
  /**
   * Whether the window is that of a till in a shop, also before it is open: it has the whole screen, and whoever closes it, or ends its
   * page, gets a new page at `/till`.
   */
  setKiosk(on: boolean): Promise<void>
  /** Brings the window to the front. */
  focus(): Promise<void>
  close(): Promise<void>
}

/** A place for one small secret; `protected` says whether the system guards it beyond file permissions. */
export interface SecretStore {
  readonly protected: boolean
  read(): Uint8Array | null
  write(secret: Uint8Array): void
}
