// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { routes } from '../start/routes.ts'
import { managersApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { sectionsFor } from './nav-items.ts'

let till: MountedTill | null = null
afterEach(() => till?.close())

const lit = (): string[] =>
  [...document.querySelectorAll('aside:first-of-type nav a[aria-current="page"]')].map((link) =>
    link.textContent.trim(),
  )

test('every page belongs to one item of the rail', async () => {
  const shown = await mountTill('/settings')
  till = shown
  const goesTo = async (path: string): Promise<string[]> => {
    await shown.router.push(path)
    await shown.until(() => expect(document.querySelector('h1')).not.toBeNull())
    return lit()
  }
  for (const path of ['/wallet', '/wallet/send', '/wallet/sent', '/wallet/allowances'])
    expect(await goesTo(path), path).toEqual(['Wallet'])
  for (const path of ['/settings/clerks', '/settings/prices', '/sales', '/sales/reports', '/sales/registers'])
    expect(await goesTo(path), path).toEqual(['Settings'])
})

test('in a shop the other registers belong to the sales', async () => {
  till = await mountTill('/sales/registers', {
    app: managersApp,
  })
  await till.until(() => expect(lit()).toEqual(['Sales']))
})

/** The screens that belong to no item, and why. */
const withoutItem = {
  welcome: 'first run has no rail',
  unlock: 'has no rail',
  till: 'the sign-in of a register has no rail',
  attention: 'the rail has a link of its own to it, and the bar counts it with the purchases',
  gallery: 'exists in development only',
}

describe.each([
  ['in a shop', true],
  ['at home', false],
] as const)('%s', (_, isShop) => {
  const under = sectionsFor('manager', isShop).flatMap((item) => item.under)
  // At home no link leads to a shop's counter and drawer.
  const shopOnly = isShop ? [] : ['sell', 'drawer', 'count']
  const named = routes.flatMap(({ name }) => (name === undefined ? [] : [String(name)]))

  test('every screen belongs to exactly one item, or is listed with a reason for none', () => {
    const listed = [...under, ...Object.keys(withoutItem), ...shopOnly]
    expect(listed.toSorted()).toEqual(named.toSorted())
  })
})
