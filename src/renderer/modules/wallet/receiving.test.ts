// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedAddress } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { spokenText } from '../../../testing/renderer/spoken.ts'

let till: MountedTill
afterEach(() => till.close())

const dialog = (): string => spokenText(document.querySelector('[role="dialog"]'))
const drawn = (): string | null =>
  document.querySelector('[role="dialog"] svg[role="img"] path')?.getAttribute('d') ?? null
async function choose(option: string): Promise<void> {
  const select = document.querySelector<HTMLSelectElement>('[role="dialog"] select')!
  const found = [...select.options].find((one) => one.text.trim() === option)!
  select.value = found.value
  select.dispatchEvent(new Event('change'))
  await till.until(() => expect(dialog()).toContain(option.replace(' on ', ', and only on ')))
}

test('shows the address alone, and the networks that Till sees', async () => {
  till = await mountTill('/wallet')
  await till.until(() => till.button('Receive'))
  await till.press('Receive')
  await till.until(() => expect(drawn()).toMatch(/^M/))
  expect(document.querySelector(`[aria-label="Your address: ${scriptedAddress}"]`)).not.toBeNull()
  expect(dialog()).toContain('This code contains only your address.')
  expect(dialog()).toContain('Send only coins on Harbour or Meadow. Till doesn’t see other networks.')
  expect(dialog()).toContain('Play money only.')
})

test('asks for an amount of a coin, and leaves out one that the coin cannot have', async () => {
  till = await mountTill('/wallet')
  await till.until(() => till.button('Receive'))
  await till.press('Receive')
  await till.until(() => expect(drawn()).toMatch(/^M/))
  const plain = drawn()
  await choose('USDC on Harbour')
  expect(dialog()).toContain('asks for USDC on Harbour. The sender types the amount.')
  const open = drawn()
  expect(open).not.toBe(plain)
  await till.type(/^Amount in USDC/, '12.5')
  expect(dialog()).toContain('asks for 12.50 USDC on Harbour.')
  expect(drawn()).not.toBe(open)
  for (const wrong of ['0', '0.1234567', 'x']) {
    await till.type(/^Amount in USDC/, wrong)
    expect(document.querySelector('[role="dialog"] [aria-invalid="true"]')).not.toBeNull()
    expect(drawn()).toBe(open)
  }
  await choose('ETH on Harbour')
  await till.type(/^Amount in ETH/, '0.02')
  expect(dialog()).toContain('asks for 0.02 ETH on Harbour.')
})
