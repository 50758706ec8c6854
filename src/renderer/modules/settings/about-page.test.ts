// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('says plainly that the system has no secret store', async () => {
  till = await mountTill('/settings/about', { app: { ...scriptedApp, secretStore: false } })
  await till.until(() => expect(till.text()).toContain('this system has no secret store'))
})

test('shows the support report before it is saved, and says where it was saved', async () => {
  till = await mountTill('/settings/about', {
    'support.report': { text: 'Till 0.1.0' },
    'support.save': { path: '/home/ana/Downloads/till-report.txt' },
  })
  await till.until(() => till.button('Save a report…'))
  await till.press('Save a report…')
  await till.until(() => till.button('Save report'))
  expect(document.querySelector('[role="dialog"] pre')?.textContent).toContain('Till 0.1.0')
  expect(till.inputsOf('support.save')).toEqual([])
  await till.press('Save report')
  await till.until(() => expect(till.text()).toContain('Report saved: /home/ana/Downloads/till-report.txt'))
  expect(till.inputsOf('support.save')).toEqual([{ language: 'en' }])
})
