import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Address, Hash } from 'viem'
import { key } from '../world/sim-state.ts'
import { makeEmptyLedger } from './empty-ledger.ts'
import { startAppProcess, type AppProcess } from './app-process.ts'
import { isBeforeCommit, ledgerFaults, type LedgerFault } from './ledger-fault.ts'
import { CutOffError } from './points.ts'
import { contracts, NATIVE_AT_START, openSimulation, UNITS_AT_START, type Simulation } from './simulation.ts'

// Coins sent to an address: Till is cut off at every point, every commit fails, and blocks are reorganised. What was signed arrives once.
// If nothing was signed, the person checks first and sends again.

const recipient: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const [coin] = contracts.tokens
const UNITS = 5_000_000n
const MINUTE = 60_000
const FINALITY = 64

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-sent-'))
  file = join(folder, 'ledger.db')
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function simulation(finalityDepth: number): Promise<Simulation> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const opened = openSimulation({ seed: 7, shape: 'transfer', fails: false, trouble: false, help: null, finalityDepth })
  await opened.clock.until(() => false, (finalityDepth + 16) * 1000)
  return opened
}

const stateIn = ({ ledger }: AppProcess): string | undefined =>
  (ledger.prepare("SELECT state FROM steps WHERE kind = 'send'").get() as { state: string } | undefined)?.state

/** Sends once, and again while nothing says that it was sent. */
async function send(appProcess: AppProcess, { clock }: Simulation): Promise<void> {
  while (!appProcess.points.ended && stateIn(appProcess) === undefined) {
    try {
      const input = { to: recipient, networkKey: 'sim', token: coin?.address ?? null, amount: '5', pasted: null }
      const { offerKey } = await appProcess.transfers.offer(input)
      const consent = { typed: null, acceptCoin: false, acceptFee: false, acceptNotSimulated: false }
      await appProcess.transfers.confirm({ offerKey, ...consent })
    } catch {
      await clock.sleep(5_000)
    }
  }
}

/** Starts Till and sends. Runs until Till is cut off at `cut` or the transfer is final, and returns the points it passed. */
async function runTransfer(
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
  void send(appProcess, at)
  await at.clock.until(() => appProcess.points.ended || stateIn(appProcess) === 'final', 60 * MINUTE)
  const { unforeseen } = appProcess
  const { passed } = appProcess.points
  await appProcess.end()
  return { passed, unforeseen }
}

/** Returns the result as the chain itself shows it. */
function seen({ chain, account }: Simulation): object {
  const { balances, native, nonces } = chain.head().state
  const balanceOf = (who: Address): bigint => balances.get(key(coin?.address ?? '0x', who)) ?? 0n
  return {
    arrived: balanceOf(recipient),
    gone: UNITS_AT_START - balanceOf(account.address),
    transactions: nonces.get(key(account.address)) ?? 0,
    paidForIt: (native.get(key(account.address)) ?? 0n) < NATIVE_AT_START,
  }
}
const once = { arrived: UNITS, gone: UNITS, transactions: 1, paidForIt: true }

describe('coins sent to an address', () => {
  it('arrive once, wherever Till is cut off', async () => {
    const whole = await simulation(2)
    const { passed } = await runTransfer(whole, null)
    expect(seen(whole)).toEqual(once)
    expect([...passed].join(' ')).toMatch(/vault\.sign.*commit intents, transfers.*eth_sendRawTransaction/)
    for (const cut of passed) {
      const at = await simulation(2)
      const first = await runTransfer(at, cut)
      const second = await runTransfer(at, null)
      expect({ cut, ...seen(at), unforeseen: [...first.unforeseen, ...second.unforeseen] }).toEqual({
        cut,
        unforeseen: [],
        ...once,
      })
    }
    expect(passed.size).toBeGreaterThanOrEqual(40)
  })

  it.each(ledgerFaults)('arrive once without a restart, wherever a commit fails ($code, $ms ms)', async (fault) => {
    const whole = await simulation(2)
    const { passed } = await runTransfer(whole, null)
    for (const point of [...passed].filter(isBeforeCommit)) {
      const at = await simulation(2)
      const { unforeseen } = await runTransfer(at, null, { ...fault, at: point })
      expect({ point, ...seen(at), unforeseen }).toEqual({ point, unforeseen: [], ...once })
    }
  })

  const stages = ['mined', 'confirmed'] as const
  const cases = stages.flatMap((stage) =>
    [1, 3, 21, FINALITY].flatMap((depth) => [true, false].map((drop) => ({ stage, depth, drop }))),
  )
  it.each(cases)('arrive once if $depth blocks are reorganised after they were $stage (lost: $drop)', async (one) => {
    const at = await simulation(FINALITY)
    const appProcess = startAppProcess(at, file, null)
    appProcess.start()
    void send(appProcess, at)
    expect(await at.clock.until(() => stateIn(appProcess) === one.stage, MINUTE)).toBe(true)
    at.chain.reorg(one.depth, one.drop)
    expect(await at.clock.until(() => stateIn(appProcess) === 'final', 60 * MINUTE)).toBe(true)
    expect(appProcess.unforeseen).toEqual([])
    const { mined_hash: hash, block_hash: block } = appProcess.ledger
      .prepare("SELECT mined_hash, block_hash FROM steps WHERE kind = 'send'")
      .get() as { mined_hash: Hash; block_hash: Hash }
    expect(at.chain.find(hash)?.block.hash).toBe(block)
    await appProcess.end()
    expect(seen(at)).toEqual(once)
  })
})
