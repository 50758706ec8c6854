import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../files/replace-file.ts'

/**
 * Sets the browser's preferences before it starts: its password manager is off, so that it never offers to save the wallet's password.
 * It keeps no history of pages and of what was typed, and neither checks spelling nor sends text to a spelling service. Prints have no browser date
 * and address around them.
 */
export function setPreferences(userDataDir: string): void {
  const folder = join(userDataDir, 'Default')
  const file = join(folder, 'Preferences')
  const { profile, printing, browser, spellcheck, autofill, history, ...preferences } = readPreferences(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const changed = {
    ...preferences,
    credentials_enable_service: false,
    profile: { ...objectOf(profile), password_manager_enabled: false },
    autofill: { ...objectOf(autofill), profile_enabled: false, credit_card_enabled: false },
    browser: { ...objectOf(browser), enable_spellchecking: false },
    spellcheck: { ...objectOf(spellcheck), use_spelling_service: false },
    history: { ...objectOf(history), saving_disabled: true },
    printing: { ...objectOf(printing), print_header_footer: false },
  }
  replaceFile(file, JSON.stringify(changed))
}

function readPreferences(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    return objectOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The browser replaces a damaged file, and so does Till.
    return {}
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
