import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import type { Platform } from '../../src/testing/electron/world.ts'
import { everyWindow, standInOnly, expect, test } from '../support/test.ts'
import { ask } from '../support/ask.ts'
import { buy, topUp } from '../support/buy.ts'
import { password } from '../support/ready-till.ts'

const platforms: readonly Platform[] = ['darwin', 'win32']

for (const platform of platforms) {
  test(
    `Electron's entry runs, quits and starts again as on ${platform}`,
    { tag: standInOnly },
    async ({ launch, dataDir }) => {
      const first = await launch({ platform })
      await ask(first.page, 'profile.save', 'sandbox')
      await ask(first.page, 'vault.restore', { words: generateMnemonic(wordlist), password })
      await first.close()
      expect(first.stderr()).toBe('')
      // The keyring protects the records key on every one of these systems.
      expect([existsSync(join(dataDir, 'records.key')), existsSync(join(dataDir, 'records.key.box'))]).toEqual([
        false,
        true,
      ])
      const second = await launch({ platform })
      await expect(second.page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
    },
  )
}

test(
  'a payment under way goes on after the window was closed, and its notification opens it in a new one',
  { tag: standInOnly },
  async ({ fast }) => {
    const { page } = fast
    const id = await buy(page, topUp)
    const context = page.context()
    await page.close()
    await expect
      .poll(fast.stdout, { timeout: 30_000 })
      .toMatch(/Till finishes 1 payment: .*\nA purchase was delivered: /)
    const opening = context.waitForEvent('page')
    fast.clickNotification()
    const second = await opening
    await expect.poll(() => second.url()).toContain(`#/purchases/${id}`)
    await expect(second.getByRole('heading', { name: / delivered to /, level: 1 })).toBeVisible()
  },
)

test(
  'a link that starts Till opens the shop at its product and fills in nothing; one to Till’s own pages opens nothing',
  { tag: everyWindow },
  async ({ launch, prepared, dataDir }) => {
    await prepared.copyTo(dataDir)
    const first = await launch()
    await ask(first.page, 'vault.restore', { words: generateMnemonic(wordlist), password })
    await first.close()
    const link = `till://product/${topUp.sku}?reference=${topUp.reference}`
    const second = await launch({ link })
    const { page } = second
    await expect(page.locator('main a[aria-current="true"]')).toBeInViewport()
    expect(page.url()).toContain(`#/brand/nimbus-mobile?product=${topUp.sku}&country=MX`)
    expect((await ask(page, 'app.get', undefined)).locked).toBe(true)
    expect(await ask(page, 'drafts.list', undefined)).toEqual([])
    await second.close()
    const third = await launch({ link: 'till://app/index.html#/wallet/send' })
    await expect(third.page.getByRole('list', { name: 'Brands' }).getByRole('link').first()).toBeVisible()
    expect(third.page.url()).not.toContain('send')
  },
)
