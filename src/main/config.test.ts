import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locales } from '../shared/app/locales.ts'
import { readConfig } from './config.ts'

describe('flags', () => {
  it('have defaults that open and allow nothing', () => {
    expect(readConfig([], true)).toMatchObject({
      profileFile: null,
      sandboxFile: null,
      locale: null,
      kiosk: false,
      headless: false,
      debuggingPort: null,
      browser: null,
      devServer: null,
      allowRemoteService: false,
      logLevel: 'info',
      link: null,
    })
  })

  it('may come with one link, right or wrong, and with no other text', () => {
    expect(readConfig(['till://brand/lumo', '--kiosk'], true)).toMatchObject({ link: 'till://brand/lumo', kiosk: true })
    expect(readConfig(['till://app/x'], true).link).toBe('till://app/x')
    expect(() => readConfig(['lumo'], true)).toThrow('lumo is neither a flag nor a till: link')
    expect(() => readConfig(['till://brand/a', 'https://a'], true)).toThrow('https://a is neither')
    expect(() => readConfig(['till://brand/a', 'till://brand/b'], true)).toThrow('Till opens one link at a time')
  })

  it('separate a Till run from source from an installed one', () => {
    expect(readConfig([], true).dataDir).not.toBe(readConfig([], false).dataDir)
  })

  it('make every path absolute', () => {
    const config = readConfig(['--data-dir', 'data', '--profile', 'p.json', '--browser', 'b'], false)
    for (const path of [config.dataDir, config.profileFile ?? '', config.browser ?? ''])
      expect(isAbsolute(path)).toBe(true)
  })

  it.each([
    ['es', 'es'],
    ['es-MX', 'es'],
    ['pt-BR', 'pt'],
    ['FR-ca', 'fr'],
    ['es-Latn-419', 'es'],
  ])('take the language of --locale %s', (tag, locale) => {
    expect(readConfig(['--locale', tag], false).locale).toBe(locale)
  })

  it('explain an error in one sentence', () => {
    expect(() => readConfig(['--locale', 'xx'], false)).toThrow(`--locale is ${locales.join(' or ')}`)
    expect(() => readConfig(['--locale', 'es_MX'], false)).toThrow('or one with a region: es-MX')
    expect(() => readConfig(['--debugging-port', 'x'], false)).toThrow('--debugging-port is a number')
    expect(() => readConfig(['--log-level', 'loud'], false)).toThrow('--log-level is error, warn, info, debug')
    expect(() => readConfig(['--unknown'], false)).toThrow(/unknown/)
  })

  it('never let an installed Till load its page from a development server, nor offer test money', () => {
    const flags = ['--dev-server', 'http://127.0.0.1:5173', '--sandbox', 'sandbox.json']
    expect(readConfig(flags, true)).toMatchObject({ devServer: null, sandboxFile: null })
    expect(readConfig(flags, false).sandboxFile).toMatch(/sandbox\.json$/)
  })
})
