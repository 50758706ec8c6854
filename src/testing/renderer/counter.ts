import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished } from 'vitest'
import { scriptedPage, scriptedPrices, scriptedShift } from '../fixtures/sales.ts'
import { clerksApp } from '../fixtures/app.ts'
import type { Script } from '../scripted/script.ts'
import { mountTill, type MountedTill } from './mount-till.ts'

/** Opens the counter of a clerk, with two pages of tiles and an open shift, until the test ends. */
export async function openCounter(path = '/sell', given: Partial<Script> = {}): Promise<MountedTill> {
  const page = await mountTill(path, {
    app: clerksApp,
    prices: scriptedPrices,
    shifts: [scriptedShift()],
    purchases: [],
    counter: {
      byPolicy: false,
      pages: [scriptedPage('Top-ups', ['lumo_MX_100-I', 'lumo_MX_200-I']), scriptedPage('Data', ['vireo_5GB_30-I'])],
      recent: [],
    },
    'checkout.quote': { termsAccepted: true },
    ...given,
  })
  onTestFinished(page.close)
  return page
}

/** The address of the counter with a product chosen. */
export const lumo200 = '/sell?sku=lumo_MX_200-I'

/** Returns the number as the sale shows it, in its groups. */
export const shownNumber = (): string =>
  [...document.querySelectorAll('.number > span')].map(({ textContent }) => textContent).join(' ')

/** Types a number on the pad. */
export async function dial(page: MountedTill, digits = '5512345678'): Promise<void> {
  await page.until(() => page.button('5'))
  for (const digit of digits) await page.press(digit)
}

/** Chooses a country of the open list. */
export async function pickCountry(page: MountedTill, name: RegExp): Promise<void> {
  const option = await page.until(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[role="option"]')]
    return all.find(({ textContent }) => name.test(textContent.trim())) ?? expect.unreachable('no such country')
  })
  option.click()
  await flushPromises()
}

/** Opens the counter and charges for a product to a number, up to the cash. */
export async function charge(given: Partial<Script> = {}): Promise<MountedTill> {
  const page = await openCounter(lumo200, given)
  await page.until(() => expect(page.text()).toContain('Lumo Móvil MX$200'))
  await dial(page)
  await page.until(() => page.button(/^Charge /))
  await page.press(/^Charge /)
  await page.until(() => page.button(/Exact$/))
  return page
}

/** Returns whether no button sells. */
export const sellsNothing = (): boolean =>
  ![...document.querySelectorAll('button:not([disabled])')].some(({ textContent }) =>
    /^Take .+ and sell$/.test(textContent.trim()),
  )
