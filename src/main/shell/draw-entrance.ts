import type { SettingsView } from '../../shared/app/views.ts'
import { monogramOf } from '../../shared/monogram.ts'
import type { AccountColour } from '../../shared/wallet/account-colours.ts'

/** Who signs in at a register, as the window shows it until their page has started. */
export interface Entering {
  readonly name: string
  /** Null for the manager, who has ink's, as in the bar above their pages. */
  readonly colour: AccountColour | null
  readonly saying: string
}

/** The colours of theme.css that a page without style sheet needs. */
export const entranceColours = {
  paper: 'light-dark(oklch(0.985 0.004 95), oklch(0.19 0.012 260))',
  ink: 'light-dark(oklch(0.22 0.02 260), oklch(0.95 0.006 95))',
  'ink-soft': 'light-dark(oklch(0.46 0.02 260), oklch(0.74 0.012 260))',
  'on-account': 'light-dark(oklch(1 0 0), oklch(0.19 0.012 260))',
  'account-teal': 'light-dark(oklch(0.5 0.09 195), oklch(0.8 0.1 195))',
  'account-blue': 'light-dark(oklch(0.5 0.16 255), oklch(0.77 0.11 255))',
  'account-violet': 'light-dark(oklch(0.5 0.2 300), oklch(0.78 0.13 305))',
  'account-rose': 'light-dark(oklch(0.54 0.2 350), oklch(0.8 0.13 350))',
  'account-red': 'light-dark(oklch(0.5 0.19 27), oklch(0.74 0.15 25))',
  'account-orange': 'light-dark(oklch(0.53 0.14 50), oklch(0.8 0.13 55))',
  'account-amber': 'light-dark(oklch(0.52 0.11 85), oklch(0.86 0.14 90))',
  'account-slate': 'light-dark(oklch(0.45 0.03 260), oklch(0.76 0.03 260))',
} as const

/** The most letters of a name that fit into a narrow window. */
const MOST_LETTERS = 22

/** Draws who signs in: their colour, initials and name. Only attributes style it, since the page's policy forbids the rest. */
export function drawEntering({ name, colour, saying }: Entering): string {
  const [tint, onTint] =
    colour === null ? ['var(--ink)', 'var(--paper)'] : [`var(--account-${colour})`, 'var(--on-account)']
  const letters = [...name]
  const shown = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : name
  const text = (dy: number, rest: string, words: string): string =>
    `<text x="50%" y="50%" dy="${dy}" text-anchor="middle" font-family="system-ui, sans-serif" ${rest}>${escape(words)}</text>`
  return [
    `<svg width="100vw" height="100vh" display="block" role="img" aria-label="${escape(`${name}. ${saying}`)}">`,
    `<rect width="100%" height="4" fill="${tint}"/>`,
    `<svg x="50%" y="50%" overflow="visible"><circle cy="-56" r="36" fill="${tint}"/></svg>`,
    text(-48, `font-size="24" font-weight="700" fill="${onTint}"`, monogramOf(name)),
    text(24, 'font-size="28" font-weight="700" fill="var(--ink)"', shown),
    text(60, 'font-size="17" fill="var(--ink-soft)"', saying),
    '</svg>',
  ].join('')
}

/** Returns a whole page of its own: what `drawEntering` drew, or nothing but paper, in the theme of the pages before and after it. */
export function entrancePage(drawn: string | null, theme: SettingsView['theme']): string {
  const colours = Object.entries(entranceColours).map(([name, value]) => `--${name}:${value}`)
  const scheme = theme === 'system' ? 'light dark' : theme
  return [
    '<!doctype html><meta charset="utf-8"><title>Till</title>',
    `<style>:root{color-scheme:${scheme};${colours.join(';')}}`,
    'body{margin:0;overflow:hidden;background:var(--paper)}</style>',
    drawn ?? '',
  ].join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
