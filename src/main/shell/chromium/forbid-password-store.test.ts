import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forbidPasswordStore } from './forbid-password-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (): unknown => JSON.parse(readFileSync(join(folder, 'Default', 'Preferences'), 'utf8'))
const off = { credentials_enable_service: false, profile: { password_manager_enabled: false } }

describe('the browser’s password manager', () => {
  it('is off before the first start', () => {
    forbidPasswordStore(folder)
    expect(read()).toEqual(off)
  })

  it('is switched off again at every start, and nothing else changes', () => {
    mkdirSync(join(folder, 'Default'))
    const before = { a: 1, credentials_enable_service: true, profile: { name: 'x', password_manager_enabled: true } }
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(before))
    forbidPasswordStore(folder)
    expect(read()).toEqual({ a: 1, ...off, profile: { name: 'x', password_manager_enabled: false } })
  })

  it('is off although the file was damaged', () => {
    mkdirSync(join(folder, 'Default'))
    writeFileSync(join(folder, 'Default', 'Preferences'), '{"a":')
    forbidPasswordStore(folder)
    expect(read()).toEqual(off)
  })
})
