import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const theme = read('theme.css')
const contrast = read('contrast.css')

/** Returns the custom properties that are set in the first block of `css` after `start`. */
function tokensAfter(css: string, start: string): Map<string, string> {
  const block = css.slice(css.indexOf(start)).split('}')[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const usual = tokensAfter(theme, ':root {')
const more = tokensAfter(contrast, '@media (prefers-contrast: more) {\n  :root')
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Returns a token's lightness, chroma and hue as a person who asks for more contrast sees it. */
function colourOf(token: string, scheme: Scheme): readonly [number, number, number] {
  const value = more.get(token) ?? usual.get(token) ?? ''
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (alias) return colourOf(alias, scheme)
  const parts = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map((part) => part.slice(1).map(Number))
  const [l, c, h] = parts[scheme === 'dark' ? parts.length - 1 : 0] ?? []
  if (l === undefined || c === undefined || h === undefined) throw new Error(`${token} is no colour: ${value}`)
  return [l, c, h]
}

/** Returns the relative luminance of an OKLCH colour, as WCAG defines it. */
function luminanceOf([l, c, h]: readonly [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number): number => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short)
  const green = clamp(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short)
  const blue = clamp(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratioOf(one: string, other: string, scheme: Scheme): number {
  const [dark = 0, light = 0] = [one, other]
    .map((token) => luminanceOf(colourOf(token, scheme)))
    .toSorted((first, second) => first - second)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['paper', 'surface', 'receipt', 'sunken']
const tinted = [...grounds, 'green-soft', 'amber-soft', 'red-soft']

describe.each(schemes)('with more contrast, in the %s theme', (scheme) => {
  it.each(['ink', 'ink-soft', 'green', 'red'])('text in %s has at least 7:1 on every background', (text) => {
    for (const ground of tinted) expect(ratioOf(text, ground, scheme), ground).toBeGreaterThanOrEqual(7)
  })

  it('text on a filled button has at least 7:1', () => {
    expect(ratioOf('on-green', 'green', scheme)).toBeGreaterThanOrEqual(7)
    expect(ratioOf('on-red', 'red', scheme)).toBeGreaterThanOrEqual(7)
  })

  it('an account’s initials have at least 7:1 on its colour', () => {
    const accounts = [...usual.keys()].filter((token) => token.startsWith('account-'))
    expect(accounts.length).toBeGreaterThan(0)
    for (const account of accounts) expect(ratioOf('on-account', account, scheme), account).toBeGreaterThanOrEqual(7)
  })

  it.each(['edge', 'line', 'amber'])('borders in %s have at least 4.5:1 on every background', (border) => {
    for (const ground of tinted) expect(ratioOf(border, ground, scheme), ground).toBeGreaterThanOrEqual(4.5)
  })
})

it('in a contrast theme every colour token is one of the system’s colours', () => {
  const forced = contrast.slice(contrast.indexOf('@media (forced-colors: active)'))
  const set = new Map([...tokensAfter(forced, ':root {'), ...tokensAfter(forced, '--paper:')])
  const own = [...usual.keys()].filter((token) => !token.includes('account'))
  expect(own.length).toBeGreaterThan(15)
  for (const token of own) expect(set.get(token), token).toMatch(/^(var\(--(back|front|mark|on-mark)\)|transparent)$/)
  for (const token of ['back', 'front', 'mark', 'on-mark'])
    expect(set.get(token), token).toMatch(/^(Canvas|CanvasText|Highlight|HighlightText)$/)
})
