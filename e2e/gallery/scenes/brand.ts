import { scriptedVariant } from '../../../src/testing/fixtures/catalog.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { everyCountry, type Scene } from './scene.ts'

const boughtBefore = (script: Script): void => {
  script['purchases.ofBrand'] = { lastSku: 'lumo_MX_100-I', usualDelivery: { seconds: 38, count: 12 } }
}

const abroad = [
  'CO',
  'AR',
  'ES',
  'US',
  'PH',
  'NG',
  'BR',
  'CL',
  'PE',
  'UY',
  'EC',
  'CR',
  'PA',
  'GT',
  'HN',
  'DO',
  'PY',
  'BO',
]
const plan = { productType: 'topup', image: '/image/lumo', brandSlug: 'lumo', brandName: 'Lumo Móvil' } as const

/** A brand with amounts and plans, and sold in many countries. */
const withPlansAbroad = (script: Script): void => {
  boughtBefore(script)
  script.variants = [
    ...script.variants,
    ...(['90', '290', '490'] as const).map((value, index) =>
      scriptedVariant({
        ...plan,
        sku: `lumo_plan_${value}-I`,
        data: { gigabytes: ['4.5', '20', null][index], unlimited: index === 2, speeds: [index === 2 ? '5G' : '4G'] },
        durationDays: '30',
        voice: { unlimited: index === 1 },
        price: { fiatValue: value, stableCoinValue: (Number(value) / 18.45).toFixed(2) },
      }),
    ),
    ...abroad.map((iso2) =>
      scriptedVariant({ ...plan, sku: `lumo_${iso2}-I`, country: iso2, supportedCountries: [iso2] }),
    ),
  ]
}

/** Scenes of a brand. */
export const brandScenes: Scene[] = [
  { name: 'brand', path: '/brand/lumo', prepare: boughtBefore },
  { name: 'brand-mixed', path: '/brand/lumo', prepare: withPlansAbroad },
  {
    name: 'brand-countries',
    path: '/brand/lumo',
    prepare(script) {
      withPlansAbroad(script)
      everyCountry(script)
    },
  },
  {
    name: 'brand-plans',
    path: '/brand/vireo',
    async act(page) {
      await page.locator('details').last().locator('summary').click()
    },
  },
  { name: 'brand-missed', path: '/brand/lumo?country=US' },
  { name: 'brand-gone', path: '/brand/none' },
]
