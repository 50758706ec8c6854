import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFormats } from './formats.ts'
import { dollarSignOf } from './dollar-sign.ts'

it.each([
  ['es-MX', 'MXN', 'MXN'],
  ['es-AR', 'ARS', 'ARS'],
  ['es-CL', 'CLP', 'CLP'],
  ['es-CO', 'COP', 'COP'],
  ['es-EC', 'USD', 'USD'],
  ['en-US', 'USD', 'USD'],
  ['en-CA', 'CAD', 'CAD'],
  ['fr-CA', 'CAD', 'CAD'],
  ['en-AU', 'AUD', 'AUD'],
  // The screen of an English system writes "MX$" in Mexico, and "$" for US dollars.
  ['en-US', 'MXN', 'USD'],
  // A visitor's own form of the language counts, wherever home is.
  ['es-MX', 'USD', 'MXN'],
  ['es-MX', null, 'MXN'],
  // These screens write no currency so, but people at home do.
  ['es-ES', 'MXN', 'MXN'],
  ['pt-MX', 'MXN', 'MXN'],
  ['fr-FR', 'CAD', 'CAD'],
  ['pt-BR', 'BRL', null],
  ['fr-FR', 'EUR', null],
  ['es-419', null, null],
])('in %s with prices at home in %s, “$” is %s', (locale, home, expected) => {
  expect(dollarSignOf(locale, home)).toBe(expected)
})

it('never is a currency that the screen writes otherwise while it writes another so', () => {
  const languages = fc.constantFrom('en', 'es', 'pt', 'fr')
  const regions = fc.constantFrom('MX', 'AR', 'CL', 'CO', 'US', 'CA', 'AU', 'BR', 'FR', 'ES', 'EC', 'UY', 'NZ', 'SG')
  const homes = fc.constantFrom(
    'MXN',
    'ARS',
    'CLP',
    'COP',
    'USD',
    'CAD',
    'AUD',
    'BRL',
    'EUR',
    'UYU',
    'NZD',
    'SGD',
    null,
  )
  fc.assert(
    fc.property(languages, regions, homes, (language, region, home) => {
      const formats = createFormats(`${language}-${region}`)
      const meant = dollarSignOf(formats.locale, home)
      const written = Intl.supportedValuesOf('currency').filter((one) => formats.currencySign(one) === '$')
      if (written.length > 0) expect(written).toContain(meant)
      else expect([home, null]).toContain(meant)
    }),
    { numRuns: 60 },
  )
})
