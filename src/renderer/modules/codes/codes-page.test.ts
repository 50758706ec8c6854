// @vitest-environment happy-dom
import { nextTick } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedCode, scriptedSecrets } from '../../../testing/fixtures/codes.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const [gift, esim] = [scriptedCode(1), scriptedCode(2)]
const idAt = (at: number): string => `0b6c1f5e-6a53-4c0f-9a10-0000000000d${at}`
const secret = scriptedSecrets[0]?.text ?? ''

test('shows a code with one press, and the list never', async () => {
  till = await mountTill('/codes', { codes: [gift] })
  await till.until(() => expect(till.text()).toContain('Casa Market'))
  expect(till.text()).toContain('•••• P0ZV')
  expect(till.inputsOf('codes.reveal')).toEqual([])
  expect(document.body.textContent).not.toContain(secret)
  await till.press('Show the code: Casa Market MX$200')
  await till.until(() => expect(document.body.textContent).toContain(secret))
  expect(till.inputsOf('codes.reveal')).toEqual([{ id: gift.id }])
  expect(document.body.textContent).toContain('A shown code is covered again after 30 seconds.')
})

test('leads from a code to its purchase', async () => {
  till = await mountTill('/codes', { codes: [gift] })
  await till.until(() => till.button('Purchase: Casa Market MX$200'))
  expect(till.button('Purchase: Casa Market MX$200').getAttribute('href')).toBe(`#/purchases/${gift.purchase.id}`)
})

test('says of a kept eSIM where it works, as its receipt does', async () => {
  const { purchase } = esim
  till = await mountTill('/codes', { codes: [scriptedCode(2, { purchase: { ...purchase, countryCount: 244 } })] })
  await till.until(() => expect(till.text()).toContain('244 countries · Purchase'))
})

test('is found from the search of purchases, which knows no notes of codes', async () => {
  const noted = { ...gift, note: 'For Lupe’s birthday' }
  till = await mountTill('/purchases?q=birthday', { codes: [noted, esim] })
  await till.until(() => till.button('1 kept code found'))
  await till.press('1 kept code found')
  await till.until(() => expect(till.path()).toBe('/codes?q=birthday'))
  await till.until(() => expect(till.field('Search codes').value).toBe('birthday'))
  expect(till.text()).toContain('For Lupe’s birthday')
  expect(till.text()).not.toContain('Vireo Travel')
})

test('is not named beside as many purchases', async () => {
  till = await mountTill('/purchases?q=lumo', { codes: [gift] })
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
  expect(till.text()).not.toContain('kept code')
})

test('copies through main, which clears the clipboard, or by itself, and says which', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  till = await mountTill('/codes', { codes: [gift] })
  await till.until(() => till.button('Show the code: Casa Market MX$200'))
  await till.press('Show the code: Casa Market MX$200')
  await till.until(() => till.button('Copy the code'))
  await till.press('Copy the code')
  await till.until(() => expect(document.body.textContent).toContain('cleared from the clipboard in a minute'))
  expect([till.inputsOf('codes.copy'), written]).toEqual([[{ id: gift.id, part: 'text' }], []])
  till.scripted.script['codes.copy'] = { clears: false }
  await till.press('Copy the code')
  await till.until(() => expect(document.body.textContent).toContain('stays on the clipboard'))
  expect(written).toEqual([secret])
})

test('shows nothing of a code while Till is locked', async () => {
  till = await mountTill('/codes', { codes: [gift] })
  await till.until(() => till.button('Show the code: Casa Market MX$200'))
  till.scripted.setApp({ locked: true })
  await till.press('Show the code: Casa Market MX$200')
  await till.until(() => expect(document.body.textContent).toContain('Enter your password to see or change codes'))
  expect(till.inputsOf('codes.reveal')).toEqual([])
})

test('covers a code after half a minute, and sooner on request or when the window is left', async () => {
  till = await mountTill('/codes', { codes: [{ ...gift, expiresOn: '2020-01-31' }] })
  till.scripted.script['codes.reveal'] = { text: secret, pin: null }
  await till.until(() => expect(till.text()).toContain('Ended on'))
  await till.press('Show the code: Casa Market MX$200')
  await till.until(() => till.button('Hide'))
  await till.press('Hide')
  const isShown = () => document.body.textContent?.includes(secret)
  expect(isShown()).toBe(false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await till.press('Show for 30 seconds')
  vi.advanceTimersByTime(29_999)
  await nextTick()
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(1)
  await nextTick()
  expect(isShown()).toBe(false)
  await till.press('Show for 30 seconds')
  expect(isShown()).toBe(true)
  await till.press('Hide')
  expect(isShown()).toBe(false)
  await till.press('Show for 30 seconds')
  window.dispatchEvent(new Event('blur'))
  await nextTick()
  expect(isShown()).toBe(false)
})

test('hides a code when Till locks', async () => {
  till = await mountTill('/codes', { codes: [gift] })
  await till.until(() => till.button('Show the code: Casa Market MX$200'))
  await till.press('Show the code: Casa Market MX$200')
  await till.until(() => expect(document.body.textContent).toContain(secret))
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(document.body.textContent).toContain('Enter your password to see or change codes'))
  expect(document.body.textContent).not.toContain(secret)
})

test('gives an eSIM as a QR code and its parts, and says that it works once', async () => {
  till = await mountTill('/codes', { codes: [esim] })
  await till.until(() => till.button('Show the code: Vireo Travel MX$200'))
  await till.press('Show the code: Vireo Travel MX$200')
  await till.until(() => till.button('Show the QR code'))
  expect(document.body.textContent).toContain('only once')
  for (const part of ['smdp.example.com', 'On an iPhone']) expect(document.body.textContent).not.toContain(part)
  await till.press('Show the QR code')
  await till.until(() => expect(document.querySelector('[aria-label="QR code that installs the eSIM"]')).not.toBeNull())
  for (const part of [
    'LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815',
    'type the activation code',
    'On an iPhone',
    'On an Android phone',
  ])
    expect(document.body.textContent).toContain(part)
})

test('notes what is left, and removes after a question', async () => {
  till = await mountTill('/codes', { codes: [scriptedCode(1)] })
  await till.until(() => till.button('Edit: Casa Market MX$200'))
  await till.press('Edit: Casa Market MX$200')
  await till.until(() => till.field('Can be used until'))
  await till.type('What’s left, in Mexican pesos', 'much')
  expect(till.isOff('Save')).toBe(true)
  await till.type('What’s left, in Mexican pesos', '12,50')
  await till.type('Can be used until', '2027-01-31')
  await till.press('Save')
  await till.until(() => expect(till.text()).toContain('MX$12.50 left'))
  expect(till.inputsOf('codes.mark').at(-1)).toMatchObject({ isUsed: false, rest: '12.50', expiresOn: '2027-01-31' })
  await till.press('Remove: Casa Market MX$200')
  await till.until(() => expect(document.body.textContent).toContain('Till forgets it for good'))
  expect(till.inputsOf('codes.remove')).toEqual([])
  await till.press('Remove')
  await till.until(() => expect(till.text()).toContain('No codes kept'))
})

test('says which days a card can end on', async () => {
  till = await mountTill('/codes', { codes: [scriptedCode(1)] })
  await till.until(() => till.button('Edit: Casa Market MX$200'))
  await till.press('Edit: Casa Market MX$200')
  await till.until(() => till.field('Can be used until'))
  await till.type('Can be used until', '2127-01-31')
  expect(till.text()).not.toContain('between 2000 and 2099')
  till.field('Can be used until').dispatchEvent(new Event('blur'))
  await till.until(() => expect(till.text()).toContain('Choose a day between 2000 and 2099.'))
  expect(till.isOff('Save')).toBe(true)
})

test('a used card says when it ends and not what is left, which comes back with it', async () => {
  till = await mountTill('/codes', { codes: [scriptedCode(1, { rest: '7.50', expiresOn: '2027-01-31' })] })
  await till.until(() => expect(till.text()).toContain('MX$7.50 left'))
  await till.press('Mark as used: Casa Market MX$200')
  await till.press('Mark as used')
  await till.until(() => till.button('Mark as unused: Casa Market MX$200'))
  expect(till.text()).not.toContain('left')
  expect(till.text()).toContain('Until Jan 31, 2027')
  await till.press('Edit: Casa Market MX$200')
  await till.until(() => till.field('Can be used until'))
  expect(() => till.field('What’s left, in Mexican pesos')).toThrow()
  await till.press('Save')
  await till.until(() => expect(till.inputsOf('codes.mark').at(-1)).toMatchObject({ isUsed: true, rest: '7.50' }))
  await till.until(() => till.button('Mark as unused: Casa Market MX$200'))
  await till.press('Mark as unused: Casa Market MX$200')
  await till.press('Mark as unused')
  await till.until(() => expect(till.text()).toContain('MX$7.50 left'))
})

test('asks what is left when a card is marked as used, and keeps one with something left in use', async () => {
  till = await mountTill('/codes', { codes: [scriptedCode(1)] })
  await till.until(() => till.button('Mark as used: Casa Market MX$200'))
  await till.press('Mark as used: Casa Market MX$200')
  await till.until(() => till.field('What’s left, in Mexican pesos'))
  await till.type('What’s left, in Mexican pesos', '200.50')
  expect(document.body.textContent).toContain('This is more than the card’s value of MX$200.')
  await till.type('What’s left, in Mexican pesos', '120.50')
  await till.press('Save')
  await till.until(() => expect(till.text()).toContain('MX$120.50 left'))
  expect(till.inputsOf('codes.mark').at(-1)).toMatchObject({ isUsed: false, rest: '120.50' })
})

test('asks for the password in place to mark an eSIM as used while Till is locked', async () => {
  till = await mountTill('/codes', { codes: [esim] })
  await till.until(() => till.button('Mark as used: Vireo Travel MX$200'))
  till.scripted.setApp({ locked: true })
  await till.press('Mark as used: Vireo Travel MX$200')
  await till.until(() => expect(document.body.textContent).toContain('Enter your password to see or change codes'))
  expect(till.inputsOf('codes.mark')).toEqual([])
  till.scripted.setApp({ locked: false })
  await till.until(() => till.button('Mark as used'))
  expect(() => till.field('What’s left, in Mexican pesos')).toThrow()
  await till.press('Mark as used')
  await till.until(() => expect(till.inputsOf('codes.mark').at(-1)).toMatchObject({ isUsed: true }))
})

test('a card with nothing left is used', async () => {
  till = await mountTill('/codes', { codes: [scriptedCode(1)] })
  await till.until(() => till.button('Edit: Casa Market MX$200'))
  await till.press('Edit: Casa Market MX$200')
  await till.until(() => till.field('Can be used until'))
  await till.type('What’s left, in Mexican pesos', '0.00')
  await till.press('Save')
  await till.until(() => till.button('Mark as unused: Casa Market MX$200'))
  expect(till.inputsOf('codes.mark').at(-1)).toMatchObject({ isUsed: true, rest: null })
})

test('what is left is read as other amounts are, and never more than the card’s value', async () => {
  till = await mountTill('/codes', { codes: [scriptedCode(1)] })
  await till.until(() => till.button('Edit: Casa Market MX$200'))
  await till.press('Edit: Casa Market MX$200')
  await till.until(() => till.field('Can be used until'))
  await till.type('What’s left, in Mexican pesos', '1,250')
  expect(till.isOff('Save')).toBe(true)
  await till.type('What’s left, in Mexican pesos', '200.50')
  expect(document.body.textContent).toContain('This is more than the card’s value of MX$200.')
  expect(till.isOff('Save')).toBe(true)
  await till.type('What’s left, in Mexican pesos', '200')
  await till.press('Save')
  await till.until(() => expect(till.inputsOf('codes.mark').at(-1)).toMatchObject({ rest: '200' }))
})

test('a code that is too long is not kept in part', async () => {
  till = await mountTill(`/purchases/${gift.purchase.id}`, {
    codes: [],
    purchases: [scriptedPurchase(8, 'delivered', 60, { productType: 'gift_card' })],
  })
  await till.until(() => till.button('Keep the code'))
  await till.press('Keep the code')
  await till.until(() => till.field('Code'))
  await till.type('Code', 'A'.repeat(501))
  expect(document.body.textContent).toContain('This is too long for a code')
  await till.press('Keep the code')
  expect(till.inputsOf('codes.keep')).toEqual([])
})

test('says until when a code can be used, and finds by note', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 9) })
  const ends = ['2026-11-27', '2026-12-12', '2026-12-13'].map((expiresOn, at) =>
    scriptedCode(1, { id: idAt(at), expiresOn, note: `note ${at}` }),
  )
  till = await mountTill('/codes', { codes: ends })
  await till.until(() => expect(till.text()).toContain('Ended on Nov 27, 2026'))
  expect(till.text()).toContain('Until Dec 12, 2026')
  await till.type('Search codes', 'casa 2')
  await till.until(() => expect(till.text()).not.toContain('note 0'))
  expect(till.text()).toContain('note 2')
  await till.type('Search codes', 'zzz')
  await till.until(() => expect(till.text()).toContain('No code found'))
  await till.router.push('/purchases')
  await till.until(() => expect(till.text()).toContain('1 code ends in 14 days'))
})

test.each([
  ['en', ['1 code ends today', '1 code ends tomorrow', '2 codes end soon, the first in 5 days']],
  ['es', ['1 código vence hoy', '1 código vence mañana', '2 códigos vencen pronto; el primero, dentro de 5 días']],
  ['pt', ['1 código vence hoje', '1 código vence amanhã', '2 códigos vencem em breve; o primeiro, em 5 dias']],
  ['fr', ['1 code expire aujourd’hui', '1 code expire demain', '2 codes expirent bientôt, le premier dans 5 jours']],
] as const)('says in %s when the first code ends, by the calendar', async (locale, said) => {
  const days = [['2026-11-28'], ['2026-11-29'], ['2026-12-04', '2026-12-03', '2026-12-13']]
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 23, 50) })
  for (const [index, ends] of days.entries()) {
    if (index > 0) till.close()
    const codes = ends.map((expiresOn, at) => scriptedCode(1, { id: idAt(at), expiresOn }))
    till = await mountTill('/purchases', {
      codes,
      app: { ...scriptedApp, settings: { ...scriptedApp.settings, locale } },
    })
    await till.until(() => expect(till.text()).toContain(said[index]))
  }
})

test('says that cards ended with an amount left, beside those that end soon', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 9) })
  const codeOf = (at: number, expiresOn: string, given = {}) => scriptedCode(1, { id: idAt(at), expiresOn, ...given })
  const ended = codeOf(0, '2026-11-27', { rest: '120.50' })
  const silent = [codeOf(1, '2026-11-27', { rest: '5', isUsed: true }), codeOf(2, '2026-11-27', { rest: '0' })]
  till = await mountTill('/purchases', { codes: [ended, ...silent] })
  await till.until(() => expect(till.text()).toContain('3 codes kept · 1 code ended with MX$120.50 left'))
  till.close()
  const another = codeOf(3, '2026-11-26', { rest: '7' })
  till = await mountTill('/purchases', { codes: [codeOf(4, '2026-11-28'), ended, another] })
  await till.until(() => expect(till.text()).toContain('1 code ends today · 2 codes ended with an amount left'))
})

test.each([
  ['with what is left', { rest: '17.04' }, 'The code counts as unused again, with MX$17.04 left.'],
  ['without an amount', {}, 'The code counts as unused again.'],
])('says what marking as unused does, %s', async (_, given, says) => {
  till = await mountTill('/codes', { codes: [scriptedCode(1, { isUsed: true, ...given })] })
  await till.until(() => till.button('Mark as unused: Casa Market MX$200'))
  await till.press('Mark as unused: Casa Market MX$200')
  await till.until(() => expect(document.body.textContent).toContain(says))
})

test('says that codes cannot be read, and reads them again on request', async () => {
  till = await mountTill('/codes', { codes: [gift], fails: { 'codes.list': { code: 'internal' } } })
  await till.until(() => expect(till.text()).toContain('Your codes couldn’t be loaded'))
  till.scripted.script.fails = {}
  await till.press('Try again')
  await till.until(() => expect(till.text()).toContain('Casa Market'))
})

test.each([
  [
    'es',
    'Editar',
    'Se puede usar hasta',
    '4/3/2027',
    '04/03/2027',
    'Jueves, 4 de marzo de 2027',
    /incompleta/,
    'Guardar',
  ],
  ['fr', 'Modifier', 'Utilisable jusqu’au', '04032027', '04/03/2027', 'Jeudi 4 mars 2027', /incomplète/, 'Enregistrer'],
] as const)(
  'a last day is typed as Till’s language writes it, and said in words (%s)',
  async (locale, change, label, typed, written, words, wrong, save) => {
    const app = { ...scriptedApp, settings: { ...scriptedApp.settings, locale } }
    till = await mountTill('/codes', { app, codes: [scriptedCode(1, { rest: null, expiresOn: '2027-01-31' })] })
    await till.until(() => till.button(new RegExp(`^${change}`)))
    await till.press(new RegExp(`^${change}`))
    const field = await till.until(() => till.field(label))
    expect(field.value).toBe('31/01/2027')
    await till.type(label, '31/2/2027')
    expect(till.text()).not.toMatch(wrong)
    expect(till.isOff(save)).toBe(true)
    field.dispatchEvent(new Event('blur'))
    await till.until(() => expect(till.text()).toMatch(wrong))
    await till.type(label, typed)
    await till.until(() => expect(till.text()).toContain(words))
    expect(till.text()).not.toMatch(wrong)
    field.dispatchEvent(new Event('blur'))
    await till.until(() => expect(field.value).toBe(written))
    await till.submit(label)
    await till.until(() => expect(till.inputsOf('codes.mark')).toMatchObject([{ expiresOn: '2027-03-04' }]))
  },
)
