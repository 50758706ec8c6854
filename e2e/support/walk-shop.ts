import { expect, type Page } from '@playwright/test'
import { BrandPage } from '../pages/brand.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import type { SandboxControl } from './sandbox-control.ts'
import type { CheckScreen } from './check-screen.ts'

/** Walks through the shop with its search results, empty ones too, and a brand's page. */
export async function walkShop(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<void> {
  const frame = new Frame(page)
  const brands = page.getByRole('list', { name: 'Brands' }).getByRole('link')
  await expect(brands.first()).toBeVisible()
  await checkScreen('shop')
  await seeCountries(page, checkScreen)
  await seeFilters(page, checkScreen)
  await frame.search('nimbus mexico 20')
  await expect(page.getByRole('heading', { name: /products? found$/ })).toBeVisible()
  await checkScreen('search')
  await frame.search('+52 55 1234 5678')
  await expect(page.getByRole('heading', { name: 'Top up a number in Mexico' })).toBeVisible()
  await checkScreen('search for a phone number')
  await frame.search('spain')
  await expect(page.getByRole('button', { name: /^Everything for Spain/ })).toBeVisible()
  await checkScreen('search for a country')
  await frame.search('qwxyz')
  await expect(page.getByRole('heading', { name: 'No results for “qwxyz”' })).toBeVisible()
  await checkScreen('search, nothing found')
  await seeBrands(page, checkScreen)
  await goTo(page, '/brand/no-such-brand')
  await expect(page.getByRole('heading', { name: 'This brand is not on sale' })).toBeVisible()
  await checkScreen('brand, gone')
  await seeFailedRefresh(page, control, checkScreen)
}

async function seeFilters(page: Page, checkScreen: CheckScreen): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await checkScreen('filters')
  await page.keyboard.press('Escape')
  await goTo(page, '/shop?sort=price&type=topup&category=Mobile')
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('link').first()).toBeVisible()
  await checkScreen('products, sorted and filtered')
  await goTo(page, '/shop')
}

async function seeCountries(page: Page, checkScreen: CheckScreen): Promise<void> {
  await page.getByRole('button', { name: /^Country: / }).click()
  await expect(page.getByRole('option', { name: /^Mexico/ })).toBeVisible()
  await checkScreen('countries')
  await page.getByRole('textbox', { name: 'Search countries' }).fill('qwxyz')
  await expect(page.getByText('No country found.')).toBeVisible()
  await checkScreen('countries, none found')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Checks a brand of several countries, its countries, one without products, and a brand of plans. */
async function seeBrands(page: Page, checkScreen: CheckScreen): Promise<void> {
  const brand = new BrandPage(page)
  await goTo(page, '/brand/verduria-market')
  await expect(page.getByRole('heading', { name: 'Verduria Market' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where will it be used?' })).toBeVisible()
  await checkScreen('brand, asks for the country')
  await page.getByRole('list', { name: 'Where will it be used?' }).getByRole('button').first().click()
  await page.getByText('Details', { exact: true }).click()
  await checkScreen('brand')
  await brand.openCountries()
  await checkScreen('brand, countries')
  await page.keyboard.press('Escape')
  await goTo(page, '/brand/verduria-market?country=ES')
  await expect(page.getByText('Nothing is sold for Spain.')).toBeVisible()
  await checkScreen('brand, not for sale in this country')
  await goTo(page, '/brand/nimbus-mobile?country=MX')
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible()
  await checkScreen('brand, of many countries')
  await goTo(page, '/brand/skylark-esim')
  await expect(page.getByRole('heading', { name: 'Skylark eSIM' })).toBeVisible()
  await checkScreen('brand, with data plans')
  await goTo(page, '/brand/meridian-roam')
  await expect(page.getByRole('heading', { name: 'Meridian Roam' })).toBeVisible()
  await checkScreen('brand, with plans for several countries')
}

async function seeFailedRefresh(page: Page, control: SandboxControl, checkScreen: CheckScreen): Promise<void> {
  await control.fault({ operation: 'listProducts', times: 5, kind: 'status', status: 500, body: 'oops' })
  await goTo(page, '/shop')
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect(page.getByText('Showing the saved catalog.')).toBeVisible()
  await checkScreen('shop, not refreshed')
}
