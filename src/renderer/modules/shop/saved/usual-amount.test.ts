import { expect, it } from 'vitest'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { scriptedRecent } from '../../../../testing/fixtures/recents.ts'
import { pricedIn } from '../../../../testing/fixtures/sol.ts'
import { nearestToUsual } from './usual-amount.ts'

const usual = scriptedRecent(scriptedPurchase(2, 'delivered', 46), { supportedCountries: ['MX'] })
const lumo = { brandSlug: 'lumo', brandName: 'Lumo Móvil' }
const topUp = (value: string, currency = 'MXN') =>
  scriptedVariant({ ...lumo, sku: value, ...pricedIn(currency, value) })
const variants = [topUp('20'), topUp('100'), topUp('500'), topUp('50', 'USD')]
const plan = scriptedVariant({ ...lumo, sku: 'plan', productType: 'esim', ...pricedIn('MXN', '50') })

it.each<[value: number, currencies: string[] | null, expected: string[]]>([
  [100, null, ['100']],
  [50, null, ['20', '100']],
  [70, null, ['20', '100']],
  [10, null, ['20']],
  [9000, ['MXN'], ['500']],
  [50, ['MXN', 'USD'], ['50']],
  [50, ['USD'], ['50']],
  [50, ['EUR'], []],
])('%d in %j is %j of the usual brand', (value, currencies, expected) => {
  expect(nearestToUsual([...variants, plan], usual, { value, currencies }).map(({ sku }) => sku)).toEqual(expected)
})
