import { messages } from '../../src/renderer/locales/all-messages.ts'
import { locales } from '../../src/shared/app/locales.ts'

type Words = (typeof messages)['en']

/** Returns a pattern of a message in any language, with `values` in place of its `{names}`. */
export function said(read: (words: Words) => string, values: Readonly<Record<string, string>> = {}): RegExp {
  const forms = locales.map((locale) =>
    read(messages[locale])
      // Playwright's names have no other spaces.
      .replace(/\s/g, ' ')
      .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  return new RegExp(`^(?:${forms.join('|')})`)
}
