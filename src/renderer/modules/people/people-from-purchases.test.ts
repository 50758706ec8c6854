// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedBea } from '../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const suggestedPeople = [
  { name: null, phones: ['+525587654321'], emails: [], times: 7 },
  { name: 'Lupe', phones: [], emails: ['lupe@example.org'], times: 1 },
]

test('saves only those of the history who were ticked, or got a name', async () => {
  till = await mountTill('/people', { suggestedPeople, 'people.add': [scriptedBea] })
  await till.until(() => till.button('Add from purchases'))
  await till.press('Add from purchases')
  await till.until(() => till.button('lupe@example.org · 1 purchase'))
  expect(till.isOff('Save')).toBe(true)
  await till.press('lupe@example.org · 1 purchase')
  await till.press('Save one person')
  await till.until(() => expect(till.text()).toContain('Bea'))
  expect(till.inputsOf('people.add')).toMatchObject([{ people: [{ name: 'Lupe', emails: ['lupe@example.org'] }] }])
  expect(till.inputsOf('people.suggested')).toHaveLength(2)
})

test('ticks each person who gets a name, and saves a number without one under itself', async () => {
  till = await mountTill('/people', { suggestedPeople, 'people.add': [scriptedBea] })
  await till.until(() => till.button('Add from purchases'))
  await till.press('Add from purchases')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Mum')
  till.button('Save one person')
  await till.type('Name', '')
  await till.press('Everyone')
  await till.press('Save 2 people')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ name: '+52 55 8765 4321', phones: ['+525587654321'] }, { name: 'Lupe' }] },
  ])
})

test('offers nothing of the history if there is nobody in it', async () => {
  till = await mountTill('/people')
  await till.until(() => till.button('Edit Ana'))
  expect(() => till.button('Add from purchases')).toThrow()
})

test('adds two numbers to one person if both get the same name', async () => {
  till = await mountTill('/people', { suggestedPeople, 'people.add': [scriptedBea] })
  await till.until(() => till.button('Add from purchases'))
  await till.press('Add from purchases')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'lupe')
  await till.press('Everyone')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ id: null, name: 'lupe', phones: ['+525587654321'], emails: ['lupe@example.org'] }] },
  ])
})
