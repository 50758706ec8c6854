import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createSealer } from '../../src/main/db/seal.ts'
import type { ShopFiles } from './shop.ts'

/** Creates a counter's files before its first day: an empty folder, and a key that the seed decides. */
export function createShopFiles(seed: number): ShopFiles {
  return {
    folder: mkdtempSync(join(tmpdir(), 'till-sales-')),
    account: privateKeyToAccount(keccak256(toHex(`counter ${seed}`))),
    sealer: createSealer(new Uint8Array(32)),
  }
}
