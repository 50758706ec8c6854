import { chooseLocale } from '../../shared/app/locales.ts'
import type { SettingsView } from '../../shared/app/views.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopWords } from './words/desktop-words.ts'
import { wordsIn } from './words/words-in.ts'

export interface DesktopState {
  readonly desktop: Desktop
  readonly settings: () => Pick<SettingsView, 'locale' | 'theme'>
  /** In shop mode the desktop shows nothing of Till. */
  readonly isInShop: () => boolean
  /** The number of payments that Till still brings to their end. */
  readonly countUnderWay: () => number
}

/** Returns the words in the person's language. */
export function wordsOf({ desktop, settings }: Pick<DesktopState, 'desktop' | 'settings'>): DesktopWords {
  return wordsIn(chooseLocale(settings().locale, desktop.languages()))
}

/**
 * Shows the language, the theme, the number of open questions, and an icon while payments are under way or no window is open. Returns the
 * number of payments under way.
 */
export function showState(state: DesktopState, questions: number, isWithoutWindow: boolean): number {
  const { desktop, settings, isInShop, countUnderWay } = state
  const words = wordsOf(state)
  const underWay = isInShop() ? 0 : countUnderWay()
  desktop.setWords(words)
  desktop.setTheme(settings().theme)
  desktop.setBadge(isInShop() ? 0 : questions)
  const goesOn = underWay > 0 ? words.tray.underWay(underWay) : isWithoutWindow ? words.tray.done : null
  desktop.setTray(isInShop() ? null : goesOn)
  return underWay
}
