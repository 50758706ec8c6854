// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { dayAt, stepPeriod } from '../../../../shared/periods.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { scriptedReminder } from '../../../../testing/fixtures/reminders.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const inDays = (days: number): string => stepPeriod(dayAt(Date.now()), days)
const topUp = scriptedPurchase(80, 'delivered', 9)
const name = 'Lumo Móvil MX$200 · Ana · +52 55 1234 5678'

test('sets a reminder on the page of a delivered purchase, and stops it there', async () => {
  till = await mountTill(`/purchases/${topUp.id}`, { purchases: [topUp] })
  await till.until(() => till.button('Remind me'))
  await till.press('Remind me')
  await till.until(() => expect(till.text()).toContain('Next reminder:'))
  await till.press('Every 14 days')
  await till.press('Save reminder')
  await till.until(() => till.button(/^Reminder: /))
  expect(till.inputsOf('reminders.set')).toEqual([{ purchaseId: topUp.id, schedule: { kind: 'days', days: 14 } }])
  await till.press(/^Reminder: /)
  await till.until(() => till.button('Stop reminding me'))
  await till.press('Stop reminding me')
  await till.until(() => till.button('Remind me'))
  expect(till.scripted.script.reminders).toEqual([])
})

test('proposes no last day of an eSIM, whose days start later than the purchase', async () => {
  const esim = scriptedPurchase(80, 'delivered', 9, { productType: 'esim', facts: { durationDays: '7' } })
  till = await mountTill(`/purchases/${esim.id}`, { purchases: [esim] })
  await till.until(() => till.button('Remind me'))
  await till.press('Remind me')
  const lastDay = await till.until(() => till.field('Last day it works'))
  expect(lastDay.value).toBe('')
  expect(till.isOff('Save reminder')).toBe(true)
})

test('offers no two days before the end that are both today, and says so of today', async () => {
  const esim = scriptedPurchase(80, 'delivered', 0, { productType: 'esim' })
  till = await mountTill(`/purchases/${esim.id}`, { purchases: [esim] })
  await till.until(() => till.button('Remind me'))
  await till.press('Remind me')
  await till.until(() => till.field('Last day it works'))
  await till.type('Last day it works', inDays(1))
  await till.until(() => expect(till.text()).toContain('Next reminder: today'))
  expect(till.text()).toContain('1 day before')
  expect(till.text()).not.toContain('7 days before')
  await till.press('Save reminder')
  await till.until(() => till.button(/^Reminder: /))
  const schedule = { kind: 'end', lastDay: inDays(1), daysBefore: 1 }
  expect(till.inputsOf('reminders.set')).toEqual([{ purchaseId: esim.id, schedule }])
})

test('names the same day in the dialog as on its button, also of one that is due', async () => {
  const due = scriptedReminder(topUp, { dueOn: inDays(0) })
  till = await mountTill(`/purchases/${topUp.id}`, { purchases: [topUp], reminders: [due] })
  await till.until(() => till.button('Due today'))
  await till.press('Due today')
  await till.until(() => expect(till.text()).toContain('Next reminder: today'))
})

test('takes any number of days up to a year and a day, and shows it again', async () => {
  till = await mountTill(`/purchases/${topUp.id}`, { purchases: [topUp] })
  await till.until(() => till.button('Remind me'))
  await till.press('Remind me')
  await till.until(() => till.button('Every 14 days'))
  await till.press('Other')
  for (const wrong of ['', '0', '367', '1.5', 'x']) {
    await till.type('Number of days', wrong)
    expect([wrong, till.isOff('Save reminder')]).toEqual([wrong, true])
  }
  expect(till.text()).toContain('Enter a whole number from 1 to 366.')
  await till.type('Number of days', ' 10 ')
  await till.press('Save reminder')
  await till.until(() => till.button(/^Reminder: /))
  expect(till.inputsOf('reminders.set')).toEqual([{ purchaseId: topUp.id, schedule: { kind: 'days', days: 10 } }])
  await till.press(/^Reminder: /)
  await till.until(() => expect(till.field('Number of days').value).toBe('10'))
})

test('asks a locked Till for its password before a reminder is set', async () => {
  till = await mountTill(`/purchases/${topUp.id}`, { purchases: [topUp] })
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button('Remind me'))
  await till.press('Remind me')
  await till.until(() => expect(till.text()).toContain('Enter your password to change reminders.'))
})

test('lists what is due above the purchases, leads to the checkout in one press, and pays nothing', async () => {
  const { id: lastId } = scriptedPurchase(82, 'delivered', 3)
  const due = scriptedReminder(topUp, { dueOn: inDays(-2), lastId })
  till = await mountTill('/purchases', {
    purchases: [topUp],
    reminders: [due, scriptedReminder(scriptedPurchase(81, 'delivered', 9))],
  })
  await till.until(() => expect(till.text()).toContain('Time to buy again'))
  expect(till.text()).toContain('1 reminder due')
  await till.press(`Buy again: ${name}`)
  await till.until(() => expect(till.path()).toBe(`/checkout/lumo_MX_200-I?from=${lastId}`))
  expect(till.inputsOf('checkout.confirm')).toEqual([])
})

test('skips what is due, even while Till is locked', async () => {
  const due = scriptedReminder(topUp, { dueOn: inDays(0) })
  till = await mountTill('/purchases', { purchases: [topUp], reminders: [due] })
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.text()).toContain('Due today'))
  await till.press(`Not this time: ${name}`)
  await till.until(() => expect(till.text()).toContain('The next reminder is on'))
  expect(till.text()).not.toContain('Time to buy again')
  expect(till.inputsOf('reminders.skip')).toEqual([{ purchaseId: topUp.id, dueOn: inDays(0) }])
})

test.each([
  ['another date follows', { kind: 'days', days: 28 }, 'The next reminder is on'],
  ['no other date follows', { kind: 'end', lastDay: inDays(1), daysBefore: 1 }, 'Till won’t remind you of it again.'],
] as const)('says what skipping does and undoes it, even while Till is locked: %s', async (_, schedule, says) => {
  const due = scriptedReminder(topUp, { dueOn: inDays(0), schedule })
  till = await mountTill('/purchases', { purchases: [topUp], reminders: [due] })
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button(`Not this time: ${name}`))
  await till.press(`Not this time: ${name}`)
  await till.until(() => expect(till.text()).toContain(says))
  expect(till.text()).not.toContain('Due today')
  await till.press('Undo')
  await till.until(() => expect(till.text()).toContain('Due today'))
  expect(till.inputsOf('reminders.unskip')).toEqual([{ purchaseId: topUp.id, dueOn: inDays(0) }])
})

test('loads what is due with the purchases, so that nothing moves down, and keeps the focus after it is skipped', async () => {
  const due = [80, 81].map((number) =>
    scriptedReminder(scriptedPurchase(number, 'delivered', 9, { reference: `+5255123456${number}` }), {
      dueOn: inDays(0),
    }),
  )
  till = await mountTill('/settings', { purchases: [topUp], reminders: due })
  const held = till.hold('reminders.list')
  await till.router.push('/purchases')
  await till.until(() => expect(held.waiting()).toBeGreaterThan(0))
  expect(till.text()).not.toContain('delivered')
  while (held.waiting() > 0) held.answer(0)
  await till.until(() => till.button(/^Not this time/))
  const [first, second] = ['80', '81'].map((end) => new RegExp(`^Not this time.*${end}$`))
  for (const [name, left] of [
    [first, second],
    [second, null],
  ] as const) {
    await till.press(name ?? '')
    await till.until(() => expect(() => till.button(name ?? '')).toThrow())
    const focused = document.activeElement
    expect(left ? focused === till.button(left) : focused?.id === 'main').toBe(true)
  }
})

test('offers the same among all reminders once one is due', async () => {
  const due = scriptedReminder(topUp, { dueOn: inDays(-2) })
  till = await mountTill('/reminders', {
    purchases: [topUp],
    reminders: [due, scriptedReminder(scriptedPurchase(81, 'delivered', 9))],
  })
  await till.until(() => till.button(`Not this time: ${name}`))
  await till.press(`Buy again: ${name}`)
  await till.until(() => expect(till.path()).toBe(`/checkout/lumo_MX_200-I?from=${topUp.id}`))
})

test('says of a product that is not sold any more, and leads to its brand instead of a checkout', async () => {
  const earlier = scriptedPurchase(70, 'delivered', 90, { sku: 'lumo_MX_5-I' })
  const due = scriptedReminder(earlier, { dueOn: inDays(0), gone: true })
  till = await mountTill('/purchases', { purchases: [earlier], reminders: [due] })
  await till.until(() => expect(till.text()).toContain('No longer sold'))
  await till.press('See Lumo Móvil')
  await till.until(() => expect(till.path()).toBe('/brand/lumo?gone=bought'))
  await till.until(() => expect(till.text()).toContain('The product you bought is no longer sold.'))
})

test('lists all reminders, and changes one', async () => {
  till = await mountTill('/purchases', { purchases: [topUp], reminders: [scriptedReminder(topUp)] })
  await till.until(() => till.button('1 reminder'))
  await till.press('1 reminder')
  await till.until(() => expect(till.path()).toBe('/reminders'))
  await till.until(() => till.button(`Change the reminder: ${name}`))
  await till.press(`Change the reminder: ${name}`)
  await till.until(() => till.button('Every month'))
  await till.press('Every month')
  await till.press('Save reminder')
  await till.until(() => expect(till.text()).toContain('Reminder saved.'))
  await till.until(() => expect(till.text()).toMatch(/Next: .* · Every month/))
  document.querySelector<HTMLAnchorElement>(`main a[href$="${topUp.id}"]`)?.click()
  await till.until(() => expect(till.path()).toBe(`/purchases/${topUp.id}`))
})

test('a clerk neither sees reminders nor asks for them', async () => {
  till = await mountTill('/sell', { reminders: [scriptedReminder(topUp, { dueOn: inDays(-1) })] })
  till.scripted.setApp({ kiosk: { ...till.scripted.script.app.kiosk, on: true, role: 'clerk' } })
  await till.until(() => expect(till.text()).not.toContain('reminder due'))
})
