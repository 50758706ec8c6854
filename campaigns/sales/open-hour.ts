import { rmSync } from 'node:fs'
import { createPoints } from '../crash/points.ts'
import { createShopFiles } from './create-shop-files.ts'
import { openMarket, type Market } from './open-market.ts'
import { openShop, type Shop } from './shop.ts'

/** A counter, its service and its chains, all on one simulated clock. */
export interface SalesHour extends Market {
  readonly shop: Shop
}

/** Starts a market and a counter with a funded wallet, on the morning before it opens. */
export async function openSalesHour(seed: number, onChanged: (id: string) => void): Promise<SalesHour> {
  const files = createShopFiles(seed)
  const market = await openMarket(seed, files.account.address)
  const points = createPoints(null, () => undefined)
  const shop = openShop({ ...market, ...files, points, isLocked: () => false, onChanged })
  return {
    ...market,
    shop,
    async close() {
      await shop.close()
      await market.close()
      rmSync(files.folder, { recursive: true, force: true })
    },
  }
}
