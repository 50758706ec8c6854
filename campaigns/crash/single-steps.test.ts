import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address, Hash } from 'viem'
import { key } from '../world/sim-state.ts'
import { makeEmptyLedger } from './make-empty-ledger.ts'
import { startAppProcess, type AppProcess } from './app-process.ts'
import { isBeforeCommit, ledgerFaults, type LedgerFault } from './ledger-fault.ts'
import { CutOffError } from './points.ts'
import { contracts, NATIVE_AT_START, openSimulation, UNITS_AT_START, type Simulation } from './simulation.ts'

// Coins sent to an address, and an allowance removed: Till is cut off at every point, every commit fails, and blocks are reorganised. What
// was signed happens once. If nothing was signed, the person checks first and tries again.

const other: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const [coin] = contracts.tokens
const UNITS = 5_000_000n
const ALLOWED = 20_000_000n
const MINUTE = 60_000
const FINALITY = 64

interface Job {
  readonly name: string
  readonly kind: 'send' | 'revoke'
  /** The points it passes, in order. */
  readonly passes: RegExp
  /** Till's requests as the person makes them. */
  attempt(appProcess: AppProcess): Promise<unknown>
  /** The result as the chain itself shows it. */
  readonly once: Seen
}

interface Seen {
  readonly arrived: bigint
  readonly gone: bigint
  readonly allowed: bigint
  readonly transactions: number
  readonly paidForIt: boolean
}

const jobs: readonly Job[] = [
  {
    name: 'coins sent to an address',
    kind: 'send',
    passes: /vault\.sign.*commit intents, transfers.*eth_sendRawTransaction/,
    async attempt({ transfers }) {
      const input = { to: other, networkKey: 'sim', token: coin?.address ?? null, amount: '5', pasted: null }
      const { offerKey } = await transfers.offer(input)
      const consent = { typed: null, acceptCoin: false, acceptFee: false, acceptNotSimulated: false }
      await transfers.confirm({ offerKey, ...consent })
    },
    once: { arrived: UNITS, gone: UNITS, allowed: ALLOWED, transactions: 1, paidForIt: true },
  },
  {
    name: 'an allowance removed',
    kind: 'revoke',
    passes: /vault\.sign.*commit intents, revocations.*eth_sendRawTransaction/,
    async attempt({ allowances }) {
      const [found] = (await allowances.list(true)).flatMap((one) => one.allowances)
      const { offerKey } = await allowances.offer(found?.id ?? '')
      await allowances.confirm(offerKey, false)
    },
    once: { arrived: 0n, gone: 0n, allowed: 0n, transactions: 1, paidForIt: true },
  },
]

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-steps-'))
  file = join(folder, 'ledger.db')
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function simulation(finalityDepth: number): Promise<Simulation> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const opened = openSimulation({ seed: 7, shape: 'transfer', fails: false, trouble: false, help: null, finalityDepth })
  if (coin) opened.chain.permit(coin.address, opened.account.address, other, ALLOWED)
  await opened.clock.until(() => false, (finalityDepth + 16) * 1000)
  return opened
}

describe.each(jobs)('$name', ({ kind, passes, attempt, once }) => {
  const stateIn = ({ ledger }: AppProcess): string | undefined =>
    (ledger.prepare('SELECT state FROM steps WHERE kind = ?').get(kind) as { state: string } | undefined)?.state

  /** Tries, and again while nothing says that it was signed. */
  async function insist(appProcess: AppProcess, { clock }: Simulation): Promise<void> {
    while (!appProcess.points.ended && stateIn(appProcess) === undefined) {
      try {
        await attempt(appProcess)
      } catch {
        await clock.sleep(20_000)
      }
    }
  }

  /** Starts Till and tries. Runs until Till is cut off at `cut` or it is final, and returns the points it passed. */
  async function run(
    at: Simulation,
    cut: string | null,
    ledgerFault: LedgerFault | null = null,
  ): Promise<{ passed: ReadonlySet<string>; unforeseen: unknown[] }> {
    const appProcess = startAppProcess(at, file, cut, undefined, { ledgerFault })
    try {
      appProcess.start()
    } catch (error) {
      if (!(error instanceof CutOffError)) throw error
    }
    void insist(appProcess, at)
    await at.clock.until(() => appProcess.points.ended || stateIn(appProcess) === 'final', 60 * MINUTE)
    const { unforeseen } = appProcess
    const { passed } = appProcess.points
    await appProcess.end()
    return { passed, unforeseen }
  }

  it('happens once, wherever Till is cut off', async () => {
    const whole = await simulation(2)
    const { passed } = await run(whole, null)
    expect(seen(whole)).toEqual(once)
    expect([...passed].join(' ')).toMatch(passes)
    for (const cut of passed) {
      const at = await simulation(2)
      const first = await run(at, cut)
      const second = await run(at, null)
      const unforeseen = [...first.unforeseen, ...second.unforeseen]
      expect({ cut, ...seen(at), unforeseen }).toEqual({ cut, unforeseen: [], ...once })
    }
    expect(passed.size).toBeGreaterThanOrEqual(40)
  })

  it.each(ledgerFaults)('happens once without a restart, wherever a commit fails ($code, $ms ms)', async (fault) => {
    const { passed } = await run(await simulation(2), null)
    for (const point of [...passed].filter(isBeforeCommit)) {
      const at = await simulation(2)
      const { unforeseen } = await run(at, null, { ...fault, at: point })
      expect({ point, ...seen(at), unforeseen }).toEqual({ point, unforeseen: [], ...once })
    }
  })

  const stages = ['mined', 'confirmed'] as const
  const cases = stages.flatMap((stage) =>
    [1, 3, 21, FINALITY].flatMap((depth) => [true, false].map((drop) => ({ stage, depth, drop }))),
  )
  it.each(cases)('happens once if $depth blocks are reorganised after it was $stage (lost: $drop)', async (one) => {
    const at = await simulation(FINALITY)
    const appProcess = startAppProcess(at, file, null)
    appProcess.start()
    void insist(appProcess, at)
    expect(await at.clock.until(() => stateIn(appProcess) === one.stage, MINUTE)).toBe(true)
    at.chain.reorg(one.depth, one.drop)
    expect(await at.clock.until(() => stateIn(appProcess) === 'final', 60 * MINUTE)).toBe(true)
    expect(appProcess.unforeseen).toEqual([])
    const { mined_hash: hash, block_hash: block } = appProcess.ledger
      .prepare('SELECT mined_hash, block_hash FROM steps WHERE kind = ?')
      .get(kind) as { mined_hash: Hash; block_hash: Hash }
    expect(at.chain.find(hash)?.block.hash).toBe(block)
    await appProcess.end()
    expect(seen(at)).toEqual(once)
  })
})

function seen({ chain, account }: Simulation): Seen {
  const { allowances, balances, native, nonces } = chain.head().state
  const token = coin?.address ?? '0x'
  const balanceOf = (who: Address): bigint => balances.get(key(token, who)) ?? 0n
  return {
    arrived: balanceOf(other),
    gone: UNITS_AT_START - balanceOf(account.address),
    allowed: allowances.get(key(token, account.address, other)) ?? 0n,
    transactions: nonces.get(key(account.address)) ?? 0,
    paidForIt: (native.get(key(account.address)) ?? 0n) < NATIVE_AT_START,
  }
}
