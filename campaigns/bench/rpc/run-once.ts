import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buyAtOnce, type BoughtAtOnce } from './buy-at-once.ts'
import { buyElsewhere, type BoughtElsewhere, type Elsewhere } from './buy-elsewhere.ts'
import { startRpcAppProcess, type RpcAppProcess } from './open-app-process.ts'
import { openRpcMarket, type BlockMs, type RpcMarket, type Shape } from './open-market.ts'

export interface RpcRun {
  readonly shape: Shape
  readonly blockMs: BlockMs
  readonly purchases: number
  readonly seed: number
}

/** Buys in a market of its own, with a copy of the empty ledger in `folder`. Throws on any unforeseen error. */
export function runOnce(folder: string, run: RpcRun): Promise<BoughtAtOnce> {
  return runIn(folder, run, false, (market, appProcess) => buyAtOnce(market, appProcess, run.purchases))
}

/** Has another wallet pay by transfer. Throws on any unforeseen error. */
export function runElsewhere(folder: string, run: Omit<RpcRun, 'shape'> & Elsewhere): Promise<BoughtElsewhere> {
  return runIn(folder, { ...run, shape: 'transfer' }, true, (market, appProcess) =>
    buyElsewhere(market, appProcess, run),
  )
}

async function runIn<Bought>(
  folder: string,
  { shape, blockMs, seed }: RpcRun,
  isWatched: boolean,
  buy: (market: RpcMarket, appProcess: RpcAppProcess) => Promise<Bought>,
): Promise<Bought> {
  const file = join(folder, 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const market = await openRpcMarket(shape, blockMs, seed)
  const appProcess = startRpcAppProcess(market, file, undefined, isWatched)
  appProcess.start()
  try {
    const bought = await buy(market, appProcess)
    if (appProcess.unforeseen.length > 0) throw new Error('An unforeseen error', { cause: appProcess.unforeseen[0] })
    return bought
  } finally {
    appProcess.end()
  }
}
