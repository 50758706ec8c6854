import { expect, test } from 'vitest'
import type { KioskView } from '../../shared/kiosk/views.ts'
import { createEntrance } from './entrance.ts'
import { ana } from '../../testing/fixtures/app.ts'

function enter(view: KioskView) {
  return createEntrance({ view: () => view }, () => 'light')
}

test('a clerk’s name stands in the window until their page has started, and once only', () => {
  const entrance = enter({ on: true, role: 'clerk', clerk: ana })
  expect(entrance.open('es')).toMatch(/>Ana<.*>Iniciando sesión…</)
  expect(entrance.take()).toContain('>Ana<')
  expect(entrance.take()).toBeNull()
})

test('the manager is named by the word for one', () => {
  expect(enter({ on: true, role: 'manager', clerk: null }).open('fr')).toMatch(/>Responsable<.*>Connexion…</)
})

test.each<KioskView>([
  { on: true, role: 'nobody', clerk: null },
  { on: false, role: 'manager', clerk: null },
])('nobody is named while nobody signs in (%j)', (view) => {
  const entrance = enter(view)
  expect(entrance.open('en')).not.toContain('<svg')
  expect(entrance.take()).toBeNull()
})
