import { BrandPage } from '../../pages/brand.ts'
import { Frame } from '../../pages/frame.ts'
import { goTo } from '../../pages/goto.ts'
import { windowSizes } from '../../support/check-screen.ts'
import { ask, expect, test } from '../../support/test.ts'

test('a phone number leads through its country’s top-ups to a filled-in checkout', async ({ shared }) => {
  const { page } = shared
  const frame = new Frame(page)
  const brand = new BrandPage(page)
  const brands = page.getByRole('list', { name: 'Brands' }).getByRole('link')
  await frame.search('+57 300 123 4567')
  await expect(page.getByRole('heading', { name: 'Top up a number in Colombia' })).toBeVisible()
  await expect(brands).toHaveText([/^Nimbus Mobile/, /^Cóndora Móvil/, /^Vereda Móvil/, /^Pampatel/])

  await frame.chooseCountry('Mexico')
  await frame.search('55 1234 5678')
  await expect(page.getByRole('heading', { name: 'Top up a number in Mexico' })).toBeVisible()
  await expect(brands).toHaveText([/^Nimbus Mobile/, /^Saltbox Mobile/, /^Juniperline/])
  await frame.chooseCountry('Spain')
  await frame.search('+52 55 1234 5678')
  await expect(page.getByText('For +52 55 1234 5678')).toBeVisible()
  await expect(brands).toHaveText([/^Nimbus Mobile/, /^Saltbox Mobile/, /^Juniperline/])
  await brands.first().click()
  await expect(brand.country).toHaveAccessibleName('In Mexico, choose another country')
  await expect(page.getByText('For +52 55 1234 5678')).toBeVisible()
  await brand.prices.filter({ hasText: /^\s*MX\$20\b/ }).click()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/^\+52 ?55 ?1234 ?5678$/)
  await expect(page.getByText(/^Goes to \+52/)).toBeVisible()
})

test('the page of a brand with many countries stays short, and each country takes a few keys', async ({ shared }) => {
  const { page } = shared
  const brand = new BrandPage(page)
  for (const [slug, country, price] of [
    ['nimbus-mobile', 'Philippines', /^₱50\b/],
    ['skylark-esim', 'Germany', /^\$4\.50/],
    ['meridian-roam', 'Peru', /^\$13/],
  ] as const) {
    await goTo(page, `/brand/${slug}?country=MX`)
    await expect(brand.country).toBeVisible()
    await brand.chooseCountry(country)
    await expect(brand.prices.filter({ hasText: price }).first()).toBeVisible()
    for (const window of Object.values(windowSizes)) {
      await page.setViewportSize(window)
      expect(await page.evaluate(() => document.documentElement.scrollHeight), slug).toBeLessThan(2400)
    }
  }
  await goTo(page, '/brand/albatross-roam')
  await expect(brand.prices.first()).toBeVisible()
  await expect(brand.country).toBeHidden()
})

test('Enter chooses the first country found, wherever the mouse is', async ({ shared }) => {
  const { page } = shared
  const brand = new BrandPage(page)
  const options = page.getByRole('option')
  await goTo(page, '/brand/nimbus-mobile?country=MX')
  await brand.openCountries()
  await options.nth(4).hover()
  await page.keyboard.type('Philip')
  await expect(options).toHaveCount(1)
  await page.mouse.move(1, 1)
  await expect(options).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(brand.country).toHaveAccessibleName('In the Philippines, choose another country')
})

test('says once that there is no connection, and what comes back online', async ({ shared, control }) => {
  const { page } = shared
  const foot = page.getByRole('complementary', { name: 'Till' }).getByRole('status')
  const banner = page.getByText('You’re offline.')
  await ask(page, 'catalog.refresh', undefined)
  await expect(foot).toHaveText('Connected')
  await control.fault({ operation: 'listProducts', times: 1, kind: 'reset' })
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect(banner).toBeVisible()
  await expect(foot).toHaveText('')
  await expect(page.getByText('There is no connection to the service')).toBeHidden()
  for (const window of [windowSizes.narrow, windowSizes.slim]) {
    await page.setViewportSize(window)
    await expect(page.getByText('Offline', { exact: true })).toBeHidden()
    await page.getByRole('searchbox').click({ trial: true })
    await page.getByRole('button', { name: /^Country: / }).click({ trial: true })
  }
  await page.setViewportSize(windowSizes.desk)
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect(foot).toHaveText('Connected')
  await expect(banner).toBeHidden()
})
