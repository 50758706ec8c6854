import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../files/replace-file.ts'

const marker = z.object({ wallet: z.string().nullable() })
export type ShopMark = z.output<typeof marker>

/** Says in the data folder that this is a shop's register, for starts at which the ledger cannot be read. */
export interface ShopMarker {
  /** Null outside shop mode. */
  read(): ShopMark | null
  /** Names the shop's wallet by its id. */
  write(wallet: string | null): void
  remove(): void
}

/** Creates the marker of a data folder. */
export function createShopMarker(dataDir: string): ShopMarker {
  const file = join(dataDir, 'shop-mode.json')
  return {
    read() {
      try {
        return marker.parse(JSON.parse(readFileSync(file, 'utf8')))
      } catch (error) {
        // A damaged marker still marks a shop.
        return isMissing(error) ? null : { wallet: null }
      }
    },
    write: (wallet) => replaceFile(file, JSON.stringify({ wallet })),
    remove: () => rmSync(file, { force: true }),
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
