import { goTo } from '../pages/goto.ts'
import { ask, expect, test } from '../support/test.ts'

test('changes since the last visit are summed up in a line, listed with favourites first, and shown once', async ({
  ready,
  control,
}) => {
  const { page } = ready
  const { variants } = await ask(page, 'catalog.brand', { slug: 'nimbus-mobile', prefer: ['MX'] })
  const [first, second] = variants.filter(({ productType }) => productType === 'topup').map(({ sku }) => sku)
  if (!first || !second) throw new Error('Too little is on sale')
  await ask(page, 'favourites.set', { kind: 'product', key: first, starred: true })
  await ask(page, 'favourites.set', { kind: 'product', key: second, starred: true })
  await page.reload()
  await control.putVariant({ sku: first, price: { stableCoinValue: '9.99' } })
  await control.putVariant({
    sku: 'nimbus-mobile_MX_27.00-I',
    like: first,
    price: { fiatValue: '27.00', stableCoinValue: '1.5' },
  })
  await control.withdraw(second)
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()

  const favourites = page.getByRole('region', { name: 'Favourites' }).getByRole('link')
  await expect(favourites.nth(0)).toHaveAccessibleName(/^Nimbus Mobile MX\$\d+ No longer sold$/)
  await expect(favourites.nth(1)).toHaveAccessibleName(/^Nimbus Mobile MX\$\d+ Was [\d.]+, now 9\.99/)
  const line = page.getByRole('link', { name: /^1 new · 1 price increase · 1 removed/ })
  await line.click()
  const yours = page.getByRole('region', { name: 'Yours' }).getByRole('link')
  await expect(yours).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Everything else' }).getByRole('link')).toHaveText([/MX\$27.*New/])
  await page.getByRole('radio', { name: /^Removed/ }).click()
  await expect(yours).toHaveText([/Removed/])

  await yours.click()
  await expect(page.getByRole('heading', { name: 'Nimbus Mobile', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('radio', { name: /^Price increase/ })).toBeVisible()
  await goTo(page, '/shop')
  await expect(page.getByRole('list', { name: 'Brands' })).toBeVisible()
  await expect(line).toBeHidden()
  await favourites.nth(1).click()
  await expect(page.getByRole('heading', { name: /^Nimbus Mobile MX\$/ })).toBeVisible()
  await goTo(page, '/shop')
  await expect(favourites.nth(1)).not.toHaveAccessibleName(/Was/)
})
