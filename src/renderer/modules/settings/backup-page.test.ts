// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

async function revealWords(passphrase = ''): Promise<HTMLElement> {
  till = await mountTill('/settings/backup', { 'vault.reveal': { passphrase } })
  await till.until(() => till.button('Show recovery phrase'))
  await till.press('Show recovery phrase')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  return till.until(() => till.button('Hold down to see'))
}

const pointer = (type: string): Event => new PointerEvent(type, { bubbles: true, button: 0 })

test('shows the recovery phrase after the password while a button is held, and hides it on request and when locked', async () => {
  const button = await revealWords()
  expect(till.text()).not.toContain('orbit')
  button.dispatchEvent(pointer('pointerdown'))
  await till.until(() => expect(till.text()).toContain('orbit'))
  expect(till.text()).not.toContain('Passphrase:')
  button.dispatchEvent(pointer('pointerup'))
  await till.until(() => expect(till.text()).not.toContain('orbit'))
  await till.press('Hide recovery phrase')
  expect(() => till.button('Hold down to see')).toThrow()
  till.close()
  const again = await revealWords()
  again.dispatchEvent(pointer('pointerdown'))
  await till.until(() => expect(till.text()).toContain('orbit'))
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.text()).not.toContain('orbit'))
  expect(() => till.button('Hold down to see')).toThrow()
})

test('shows a passphrase with the recovery phrase, if there is one', async () => {
  const button = await revealWords('  blue heron')
  expect(till.text()).not.toContain('blue heron')
  button.dispatchEvent(pointer('pointerdown'))
  await till.until(() => expect(till.text()).toContain('Passphrase: blue heron'))
})

test('shows no recovery phrase after a wrong password', async () => {
  till = await mountTill('/settings/backup')
  await till.until(() => till.button('Show recovery phrase'))
  await till.press('Show recovery phrase')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'no')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  expect(till.text()).not.toContain('orbit')
})
