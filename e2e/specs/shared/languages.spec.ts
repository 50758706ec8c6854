import { messages } from '../../../src/renderer/locales/all-messages.ts'
import { languages, locales } from '../../../src/shared/app/locales.ts'
import { goTo } from '../../pages/goto.ts'
import { giftCard } from '../../support/buy.ts'
import { findEnglish } from '../../support/english.ts'
import { expect, test } from '../../support/test.ts'

for (const locale of locales.filter((one) => one !== 'en'))
  test(`a whole purchase in ${languages[locale].name} shows no English`, async ({ shared }) => {
    const said = messages[locale]
    // Playwright finds a name with plain spaces, and French has others.
    const spaced = (text: string): string => text.replace(/\s/g, ' ')
    const countryName = new Intl.DisplayNames([locale], { type: 'region' }).of('ES')
    const recipient = new RegExp(`^${spaced(said.fields.of.recipient).replace('{field}', '.+')}`)
    const sentTo = said.outcome.title.sentTo.replace('{what}', '').replace('{to}', giftCard.reference)
    const place = { symbol: 'USDT', network: 'Meadow' }
    const coin = said.receipt.coinOn.replace(/\{(symbol|network)\}/g, (_, name: keyof typeof place) => place[name])
    const { page } = shared
    const main = page.getByRole('main')
    const noEnglish = async (screen: string): Promise<void> =>
      expect.soft(await findEnglish(page), `English left on: ${screen}`).toEqual([])
    const go = (section: string): Promise<void> =>
      page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click()

    await goTo(page, '/settings')
    await page.getByRole('combobox', { name: 'Language' }).selectOption(locale)
    await expect(main.getByRole('heading', { name: said.titles.settings, level: 1 })).toBeVisible()
    await noEnglish('settings')
    await go(said.titles.shop)
    await page.getByRole('searchbox', { name: said.frame.search }).fill('pixelforge arcade spain')
    const product = page.getByRole('link', { name: `Pixelforge Arcade ${countryName}` }).first()
    await expect(product).toBeVisible()
    await noEnglish('search')
    await product.click()
    await page.getByRole('textbox', { name: recipient }).fill(giftCard.reference)
    await page.getByRole('region', { name: said.checkout.payWith }).getByRole('button').click()
    await noEnglish('checkout, ways to pay')
    await page.getByRole('radio', { name: coin }).click()
    await noEnglish('checkout, filled')
    await page.getByRole('button', { name: said.checkout.seePrice }).click()
    await page.getByText(said.effect.details).click()
    await noEnglish('checkout, quoted')
    await page.getByRole('button', { name: new RegExp(`^${spaced(said.checkout.pay).replace('{total}', '')}`) }).click()
    await expect(page.getByText(said.outcome.canClose)).toBeVisible()
    await noEnglish('paying')
    await expect(main.getByRole('heading', { name: sentTo.trim(), level: 1 })).toBeVisible()
    await page.getByText(said.details.technical, { exact: true }).click()
    await noEnglish('delivered')
    await go(said.titles.purchases)
    await expect(main.getByRole('listitem').first()).toContainText(said.status.delivered)
    await noEnglish('purchases')
    await go(said.titles.wallet)
    await expect(main.getByRole('list', { name: said.holdings.coins })).toBeVisible()
    await noEnglish('wallet')
    await page.getByRole('button', { name: said.wallet.receive }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await noEnglish('receive')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: said.lock.lock, exact: true }).click()
    await expect(page.getByRole('heading', { name: said.lock.title })).toBeVisible()
    await noEnglish('unlock')
  })
