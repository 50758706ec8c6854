// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedTransfer } from '../../../testing/fixtures/steps.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const bought = '0b6c1f5e-6a53-4c0f-9a10-000000000002'
const sent = scriptedTransfer(1).id
const purchase = `/purchases/${bought}`

test.each([
  [purchase, bought, '/purchases'],
  [`/wallet/sent/${sent}`, sent, '/wallet/sent'],
])('a note and tags are added on %s, shown there, and lead to its list', async (path, id, list) => {
  till = await mountTill(path, {
    transfers: [scriptedTransfer(1)],
    'notes.get': { note: '', tags: [], known: ['family', 'trip'] },
    'notes.set': ({ note, tags }) => ({ note, tags, known: ['family', 'trip'] }),
  })
  await till.until(() => till.button('Add a note'))
  await till.press('Add a note')
  await till.until(() => till.field('Note'))
  await till.type('Note', 'For Lupe')
  await till.type('Tags', 'work')
  await till.press('#family')
  expect(() => till.button('#family')).toThrow()
  await till.press('Save note')
  await till.until(() => expect(till.text()).toContain('For Lupe'))
  expect(till.inputsOf('notes.set')).toEqual([{ id, note: 'For Lupe', tags: ['work', 'family'] }])
  expect([...document.querySelectorAll('a[href*="q="]')].map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`${list}?q=%23work`),
      expect.stringContaining(`${list}?q=%23family`),
    ]),
  )
})

test('a note is changed only with the password while Till is locked', async () => {
  till = await mountTill(purchase, { 'notes.get': { note: 'For Lupe', tags: ['family'], known: ['family'] } })
  await till.until(() => expect(till.text()).toContain('For Lupe'))
  till.scripted.setApp({ locked: true })
  await till.press('Edit')
  await till.until(() => expect(till.text()).toContain('Enter your password to change notes.'))
  expect(() => till.field('Note')).toThrow()
})

test('a note that is too long is not saved, and says so', async () => {
  till = await mountTill(purchase, { 'notes.get': { note: '', tags: [], known: [] } })
  await till.until(() => till.button('Add a note'))
  await till.press('Add a note')
  await till.type('Note', 'a'.repeat(2001))
  expect(till.text()).toContain('The limit is 2,000 characters.')
  expect(till.isOff('Save note')).toBe(true)
})

test('a dialog does not stay open over the next purchase, whose note would be replaced by what is typed there', async () => {
  const other = '0b6c1f5e-6a53-4c0f-9a10-000000000001'
  till = await mountTill(purchase, {
    'notes.get': ({ id }) => ({ note: id === bought ? 'For Lupe' : 'For Ana', tags: [], known: [] }),
  })
  await till.until(() => expect(till.text()).toContain('For Lupe'))
  await till.press('Edit')
  await till.until(() => till.field('Note'))
  await till.router.push(`/purchases/${other}`)
  await till.until(() => expect(till.text()).toContain('For Ana'))
  expect(() => till.field('Note')).toThrow()
  await till.press('Edit')
  await till.until(() => expect(till.field('Note').value).toBe('For Ana'))
})

test('a note that only the password opens does not seem to be missing, and shows once Till is unlocked', async () => {
  till = await mountTill(purchase, {
    app: { ...scriptedApp, locked: true },
    'notes.get': { note: 'For Lupe', tags: [], known: [] },
    fails: { 'notes.get': { code: 'locked' } },
  })
  await till.until(() => expect(till.inputsOf('notes.get')).toHaveLength(1))
  expect(() => till.button('Add a note')).toThrow()
  delete till.scripted.script.fails['notes.get']
  till.scripted.setApp({ locked: false })
  await till.until(() => expect(till.text()).toContain('For Lupe'))
})

test('too many or too long tags are named', async () => {
  till = await mountTill(purchase, { 'notes.get': { note: '', tags: [], known: [] } })
  await till.until(() => till.button('Add a note'))
  await till.press('Add a note')
  for (const typed of [Array.from({ length: 21 }, (_, index) => `t${index}`).join(','), 'a'.repeat(41)]) {
    await till.type('Tags', typed)
    expect(till.text()).toContain('At most 20 tags of up to 40 characters.')
    expect(till.isOff('Save note')).toBe(true)
  }
  await till.type('Tags', `#${'a'.repeat(40)}`)
  expect(till.isOff('Save note')).toBe(false)
})
