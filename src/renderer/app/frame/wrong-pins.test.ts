// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { ago } from '../../../testing/fixtures/ago.ts'
import { ana, clerksApp, managersApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const wrongPins = [
  { id: ana.id, name: 'Ana', count: 3, lastAt: ago(5) },
  { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f002', name: 'Ben', count: 1, lastAt: ago(130) },
]

test('notifies a shop’s manager of wrong PINs until they dismiss it', async () => {
  till = await mountTill('/sales', { app: managersApp, 'clerks.wrongPins': wrongPins })
  await till.until(() => expect(till.text()).toContain('3 wrong PINs for Ana, the last 5 minutes ago.'))
  expect(till.text()).toContain('1 wrong PIN for Ben, 2 hours ago.')
  await till.press('Seen')
  await till.until(() => expect(till.text()).not.toContain('wrong PIN'))
  expect(till.scripted.script['clerks.wrongPins']).toEqual([])
})

test('notifies neither a clerk nor anyone at home', async () => {
  till = await mountTill('/sales', { app: clerksApp, 'clerks.wrongPins': wrongPins })
  await till.until(() => till.button('Switch user'))
  expect(till.inputsOf('clerks.wrongPins')).toEqual([])
  till.close()
  till = await mountTill('/settings', { 'clerks.wrongPins': wrongPins })
  await till.until(() => expect(till.path()).toBe('/settings'))
  expect(till.inputsOf('clerks.wrongPins')).toEqual([])
  expect(till.text()).not.toContain('wrong PIN')
})
