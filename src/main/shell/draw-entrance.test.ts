import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountColours } from '../../shared/wallet/account-colours.ts'
import { drawEntering, entranceColours, entrancePage } from './draw-entrance.ts'

const theme = readFileSync(join(import.meta.dirname, '../../renderer/ui/theme.css'), 'utf8')

describe('what stands between two pages of a register', () => {
  it('has the colours of the pages before and after it, those of every person too', () => {
    for (const [name, value] of Object.entries(entranceColours)) expect(theme).toContain(`  --${name}: ${value};`)
    expect(Object.keys(entranceColours)).toEqual(
      expect.arrayContaining(accountColours.map((colour) => `account-${colour}`)),
    )
  })

  it('names the person in their colour, in the chosen theme', () => {
    const page = entrancePage(drawEntering({ name: 'Ana Ruiz', colour: 'rose', saying: 'Signing in…' }), 'dark')
    expect(page).toContain(':root{color-scheme:dark;')
    expect(page).toContain('fill="var(--account-rose)"')
    expect(page).toContain('>AR<')
    expect(page).toContain('>Ana Ruiz<')
    expect(page).toContain('>Signing in…<')
  })

  it('lets no name leave its place, and shortens one that is too long for a narrow window', () => {
    const drawn = drawEntering({ name: '"><script>alert(1)</script>', colour: 'teal', saying: '' })
    expect(drawn).not.toContain('<script')
    const long = drawEntering({ name: 'María del Carmen Hernández de la Cruz', colour: 'teal', saying: '' })
    expect(long).toContain('>María del Carmen Hern…<')
  })

  it('is plain paper where nobody signs in', () => {
    expect(entrancePage(null, 'system')).toMatch(/color-scheme:light dark;.*background:var\(--paper\)}<\/style>$/)
  })
})
