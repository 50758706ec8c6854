import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setPreferences } from './set-preferences.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (): unknown => JSON.parse(readFileSync(join(folder, 'Default', 'Preferences'), 'utf8'))
const off = {
  credentials_enable_service: false,
  profile: { password_manager_enabled: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  browser: { enable_spellchecking: false },
  spellcheck: { use_spelling_service: false },
  history: { saving_disabled: true },
  printing: { print_header_footer: false },
}

describe('the browser’s password manager, page and form history, spell checker, spelling service and print headers', () => {
  it('are off before the first start', () => {
    setPreferences(folder)
    expect(read()).toEqual(off)
  })

  it('are switched off again at every start, and nothing else changes', () => {
    mkdirSync(join(folder, 'Default'))
    const before = {
      a: 1,
      credentials_enable_service: true,
      profile: { name: 'x', password_manager_enabled: true },
      autofill: { profile_enabled: true },
      browser: { a: 1, enable_spellchecking: true },
      spellcheck: { dictionaries: ['en-US'], use_spelling_service: true },
      history: { saving_disabled: false },
      printing: { a: 1, print_header_footer: true },
    }
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(before))
    setPreferences(folder)
    expect(read()).toEqual({
      a: 1,
      ...off,
      profile: { name: 'x', password_manager_enabled: false },
      browser: { a: 1, enable_spellchecking: false },
      spellcheck: { dictionaries: ['en-US'], use_spelling_service: false },
      printing: { a: 1, print_header_footer: false },
    })
  })

  it('are off even if the file was damaged', () => {
    mkdirSync(join(folder, 'Default'))
    writeFileSync(join(folder, 'Default', 'Preferences'), '{"a":')
    setPreferences(folder)
    expect(read()).toEqual(off)
  })
})
