import type { Locale } from '../../shared/app/locales.ts'
import type { SettingsView } from '../../shared/app/views.ts'
import type { KioskView } from '../../shared/kiosk/views.ts'
import { wordsIn } from '../desktop/words/words-in.ts'
import { drawEntering, entrancePage } from '../shell/draw-entrance.ts'

/** What stands in the window between the pages of two users. */
export interface Entrance {
  /** Returns a page for the time until the next one is served; it names the register's user, in the language of the page before. */
  open(locale: Locale): string
  /** Returns, once, what the next page shows until it has started; null for Till's mark. */
  take(): string | null
}

/** Creates the entrance of a register's users; at home, and while nobody is signed in, it names nobody. */
export function createEntrance(session: { view(): KioskView }, theme: () => SettingsView['theme']): Entrance {
  let waiting: string | null = null

  function draw(locale: Locale): string | null {
    const { on, role, clerk } = session.view()
    if (!on || role === 'nobody') return null
    const { manager, signingIn: saying } = wordsIn(locale).entrance
    return drawEntering({ name: clerk?.name ?? manager, colour: clerk?.colour ?? null, saying })
  }

  return {
    open(locale) {
      waiting = draw(locale)
      return entrancePage(waiting, theme())
    },
    take() {
      const drawn = waiting
      waiting = null
      return drawn
    },
  }
}
