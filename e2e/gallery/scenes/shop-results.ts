import type { Script } from '../../../src/testing/scripted/script.ts'

/** The filters of a shop with many products. */
export const manyFacets: Script['catalog.facets'] = {
  data: (['under1', '1to5', '5to20', 'over20'] as const).map((value, index) => ({ value, count: 20 + index * 20 })),
  validities: (['day', 'week', 'month', 'longer'] as const).map((value) => ({ value, count: 50 })),
  unlimited: 17,
  prices: [null, 50, 100, 250, 500].map((from, index, all) => ({
    from,
    to: all[index + 1] ?? null,
    count: 400 - index * 60,
  })),
}

/** Finds only `products`, as with the filters or the order of the scene. */
export const found = (script: Script, products: Script['variants']): void => {
  const { length } = products
  script['catalog.search'] = { products: products.slice(0, 60), ranked: length }
  script['catalog.facets'] = { ...manyFacets, total: length }
}
