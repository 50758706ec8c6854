import type { SettingsView } from '../../shared/app/views.ts'
import type { DesktopWords } from './words/desktop-words.ts'

/** A notification of the system. */
export interface DesktopNotification {
  readonly title: string
  /** '' for none. */
  readonly body: string
  /** The path of the page that a click opens. */
  readonly path: string
}

/** What the system shows of Till beside its window. */
export interface Desktop {
  /** Returns the person's languages by preference: BCP 47 tags. */
  languages(): readonly string[]
  /** Sets the words of menu, tray icon and badge. */
  setWords(words: DesktopWords): void
  /** Sets the look of the window's frame and of the system's dialogs. */
  setTheme(theme: SettingsView['theme']): void
  /** Returns whether a window is open. */
  hasWindow(): boolean
  /** Returns whether the window is in front. */
  isWatched(): boolean
  /** Shows a notification if the system can; a click opens its path. */
  notify(notification: DesktopNotification): void
  /** Sets the number on the dock or the taskbar, if the system has one; 0 removes it. */
  setBadge(count: number): void
  /** Shows an icon in the notification area with this text; null removes it. */
  setTray(text: string | null): void
  /** Whether Till starts with the system; null if this Till cannot. */
  readonly systemStart: SystemStart | null
}

export interface SystemStart {
  isOn(): boolean
  /** Throws if the system refuses visibly. */
  set(on: boolean): void
}
