import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buyAtOnce, type BoughtAtOnce } from './buy-at-once.ts'
import { startRpcAppProcess } from './open-app-process.ts'
import { openRpcMarket, type BlockMs, type Shape } from './open-market.ts'

export interface RpcRun {
  readonly shape: Shape
  readonly blockMs: BlockMs
  readonly purchases: number
  readonly seed: number
}

/** Buys in a market of its own, with a copy of the empty ledger in `folder`. Throws on any unforeseen error. */
export async function runOnce(folder: string, { shape, blockMs, purchases, seed }: RpcRun): Promise<BoughtAtOnce> {
  const file = join(folder, 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const market = await openRpcMarket(shape, blockMs, seed)
  const appProcess = startRpcAppProcess(market, file)
  appProcess.start()
  try {
    const bought = await buyAtOnce(market, appProcess, purchases)
    if (appProcess.unforeseen.length > 0) throw new Error('An unforeseen error', { cause: appProcess.unforeseen[0] })
    return bought
  } finally {
    appProcess.end()
  }
}
