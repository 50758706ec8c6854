import type { Locale } from '../../shared/app/locales.ts'
import enScreens from './en/screens.json' with { type: 'json' }
import enStart from './en/start.json' with { type: 'json' }
import esScreens from './es/screens.json' with { type: 'json' }
import esStart from './es/start.json' with { type: 'json' }
import frScreens from './fr/screens.json' with { type: 'json' }
import frStart from './fr/start.json' with { type: 'json' }
import ptScreens from './pt/screens.json' with { type: 'json' }
import ptStart from './pt/start.json' with { type: 'json' }

/** Every message in English. The page itself loads each language in two parts. */
export const en = { ...enStart, ...enScreens }

/** Every message by language. */
export const messages = {
  en,
  es: { ...esStart, ...esScreens },
  pt: { ...ptStart, ...ptScreens },
  fr: { ...frStart, ...frScreens },
} as const satisfies Readonly<Record<Locale, object>>
