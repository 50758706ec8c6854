// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

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
  for (const path of ['/wallet', '/wallet/send', '/wallet/sent', '/wallet/recipients', '/wallet/allowances'])
    expect(await goesTo(path), path).toEqual(['Wallet'])
  for (const path of ['/settings/people', '/settings/prices', '/sales/registers'])
    expect(await goesTo(path), path).toEqual(['Settings'])
})

test('in a shop the other registers belong to the sales', async () => {
  till = await mountTill('/sales/registers', {
    app: { ...scriptedApp, kiosk: { on: true, role: 'manager', clerk: null } },
  })
  await till.until(() => expect(lit()).toEqual(['Sales']))
})
