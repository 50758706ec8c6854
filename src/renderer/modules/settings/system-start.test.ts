// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'

let till: MountedTill
afterEach(() => till.close())

const label = 'Start with the system'
const at = (startsWithSystem: boolean | null) => ({ ...scriptedApp, startsWithSystem })

test('an installed Till starts with the system if the person wants it', async () => {
  till = await mountTill('/settings/general', { app: at(false), 'app.startWithSystem': ({ on }) => at(on) })
  await till.until(() => expect(till.text()).toContain(label))
  expect(till.button('Off').getAttribute('aria-checked')).toBe('true')
  await till.press('On')
  await till.until(() => expect(till.button('On').getAttribute('aria-checked')).toBe('true'))
  expect(till.text()).not.toContain('did not change it')
})

test('says it if the system accepts the wish and does nothing', async () => {
  till = await mountTill('/settings/general', { app: at(false), 'app.startWithSystem': () => at(false) })
  await till.until(() => till.button('On'))
  await till.press('On')
  await till.until(() => expect(till.text()).toContain('The system did not change it.'))
  expect(till.button('Off').getAttribute('aria-checked')).toBe('true')
})

test('says it if that fails', async () => {
  till = await mountTill('/settings/general', {
    app: at(true),
    'app.startWithSystem': () => {
      throw new AppError('internal', 'read-only file system')
    },
  })
  await till.until(() => till.button('Off'))
  await till.press('Off')
  await till.until(() => expect(till.text()).toContain('Something went wrong in Till.'))
  expect(till.button('On').getAttribute('aria-checked')).toBe('true')
})

test('other Tills do not offer it', async () => {
  till = await mountTill('/settings/general', { app: at(null) })
  await till.until(() => expect(till.text()).toContain('Theme'))
  expect(till.text()).not.toContain(label)
})
