// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedCode } from '../../../testing/fixtures/codes.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const gift = scriptedCode(1, { expiresOn: '2099-01-31' })
const paper = () => document.querySelector('[aria-label="The gift"]')?.textContent ?? ''

test('prints a code with what it is worth, its PIN, its last day and a message', async () => {
  till = await mountTill('/codes', { codes: [gift] })
  await till.until(() => till.button('Show the code: Casa Market MX$200'))
  await till.press('Show the code: Casa Market MX$200')
  await till.until(() => till.button('Make a gift of it'))
  await till.press('Make a gift of it')
  await till.until(() => expect(paper()).toContain('6FGH-21KQ-P0ZV'))
  expect(till.text()).toContain('Add a message')
  for (const part of ['Casa Market', 'MX$200', 'PIN 4821', 'Until Jan 31, 2099', 'Keep this like cash'])
    expect(paper()).toContain(part)
  await till.type('Message', 'Happy birthday,\nLupe!')
  await till.until(() => expect(paper()).toContain('Happy birthday,\nLupe!'))
  await till.press('Print')
  await till.until(() => expect(till.inputsOf('receipt.print')).toHaveLength(1))
})

test('prints what is left on a card, not what it was worth', async () => {
  const card = scriptedCode(1, { rest: '35.5' })
  till = await mountTill(`/codes/${card.id}/gift`, { codes: [card] })
  await till.until(() => expect(paper()).toContain('MX$35.50'))
  expect(paper()).not.toContain('MX$200')
})

test.each([
  ['that was used', { isUsed: true }, 'This code is marked as used.'],
  ['whose last day has passed', { expiresOn: '2020-01-31' }, 'This code ended on Jan 31, 2020.'],
] as const)('a code %s is no gift', async (_, marks, reason) => {
  const code = scriptedCode(1, marks)
  till = await mountTill(`/codes/${code.id}/gift`, { codes: [code] })
  await till.until(() => expect(till.text()).toContain(reason))
  expect(paper()).toBe('')
  expect(document.body.textContent).not.toContain('6FGH-21KQ-P0ZV')
  expect(till.text()).not.toContain('Print')
  expect(till.text()).not.toContain('Add a message')
})

test('prints an eSIM’s plan, and its address and code as each kind of phone asks for them', async () => {
  const { purchase } = scriptedCode(2)
  const esim = scriptedCode(2, { purchase: { ...purchase, sku: 'vireo_5GB_30-I' } })
  till = await mountTill(`/codes/${esim.id}/gift`, { codes: [esim] })
  await till.until(() => expect(paper()).toContain('SM-DP+ address'))
  const parts = [...document.querySelectorAll('[aria-label="The gift"] dd')].map((part) => part.textContent.trim())
  const whole = 'LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815'
  expect(parts).toEqual(['smdp.example.com', '04386-AGYFT-A74Y8-3F815', whole])
  await till.until(() => expect(paper()).toContain('5 GB'))
  expect(paper()).toContain('An eSIM can usually be installed only once.')
})

test('says where an eSIM works as its receipt does, also once it is no longer sold', async () => {
  const { purchase } = scriptedCode(2)
  const esim = scriptedCode(2, { purchase: { ...purchase, sku: 'gone', countryCount: 244 } })
  till = await mountTill(`/codes/${esim.id}/gift`, { codes: [esim] })
  await till.until(() => expect(paper()).toContain('244 countries'))
})

test('shows nothing of the code once Till is locked', async () => {
  till = await mountTill(`/codes/${gift.id}/gift`, { codes: [gift] })
  await till.until(() => expect(paper()).toContain('6FGH-21KQ-P0ZV'))
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.text()).toContain('Enter your password to see or change codes'))
  expect(document.body.textContent).not.toContain('6FGH-21KQ-P0ZV')
})

test('says that a code is not kept any more', async () => {
  till = await mountTill(`/codes/${gift.id}/gift`, { codes: [], fails: { 'codes.reveal': { code: 'not-found' } } })
  await till.until(() => expect(till.text()).toContain('The gift couldn’t be shown'))
})
