import { join } from 'node:path'
import { decodeFunctionData, parseAbi, parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { confirmationOf } from '../../../src/testing/purchases/consent.ts'
import { makeEmptyLedger } from '../../crash/make-empty-ledger.ts'
import { startAppProcess, type AppProcess } from '../../crash/app-process.ts'
import { choiceOf } from '../../crash/person.ts'
import { createSimClock } from '../../world/clock.ts'
import { NATIVE_AT_START, openSimulation, UNITS_AT_START, type Simulation } from '../../crash/simulation.ts'
import { spreadOf, type Spread } from '../catalog/figures.ts'
import type { BenchVault } from './open-vault.ts'

/** Milliseconds from confirming a purchase to its signed bytes in the ledger, synced. Chain and service answer at once. */
export interface ConfirmingFigures {
  readonly ms: Spread
  /** The ratio of its 95th percentile to that of signing alone through the vault's process; at most 20. */
  readonly timesSigning: number
  readonly holds: boolean
}

const MAX_RATIO = 20
const transferAbi = parseAbi(['function transfer(address to, uint256 amount)'])
const DAY_MS = 86_400_000
/** Rounds until the JavaScript engine has optimized the code. */
const WARM_UP = 10

/** Buys `count` times, each purchase to its end before the next; `signingMs` is the 95th percentile of signing alone. */
export async function benchConfirming(
  home: BenchVault,
  count: number,
  signingMs: number,
  folder: string,
): Promise<ConfirmingFigures> {
  const file = join(folder, 'ledger.db')
  makeEmptyLedger(file)
  const simulation = openBenchSimulation(home)
  const appProcess = startAppProcess(simulation, file, null)
  appProcess.ledger.pragma('synchronous = FULL')
  appProcess.start()
  const timings: number[] = []
  for (let one = 0; one < WARM_UP + count; one++) {
    // Restores the balances, so that they never run out.
    simulation.chain.give(simulation.account.address, NATIVE_AT_START, UNITS_AT_START)
    const ms = await confirmOnce(simulation, appProcess)
    if (one >= WARM_UP) timings.push(ms)
  }
  const wrong = appProcess.unforeseen
  await appProcess.end()
  if (wrong.length > 0) throw new Error('A purchase failed', { cause: wrong[0] })
  const ms = spreadOf(timings)
  const timesSigning = ms.p95 / signingMs
  return { ms, timesSigning, holds: timesSigning <= MAX_RATIO }
}

/** Opens a simulation whose chain and service answer at once, with an account that signs in the vault's process. */
function openBenchSimulation({ vault, account }: BenchVault): Simulation {
  const clock = { ...createSimClock(), sleep: () => Promise.resolve() }
  const simulation = openSimulation({ seed: 7, shape: 'transfer', fails: false, trouble: false, help: null, clock })
  const signTransaction = async (transaction: TransactionSerializableEIP1559): Promise<string> => {
    const { chainId, nonce = 0, to, data = '0x' } = transaction
    const token = to ?? '0x'
    const [recipient, units] = decodeFunctionData({ abi: transferAbi, data }).args
    const expected = { chainId, nonce, to: token, from: account.address, sends: { token, recipient, units } }
    return (await vault.sign({ transaction, expected })).raw
  }
  return {
    ...simulation,
    account: { ...account, signTransaction: signTransaction as PrivateKeyAccount['signTransaction'] },
  }
}

/** Returns the milliseconds from the press on Pay to the commit. */
async function confirmOnce(simulation: Simulation, { purchases, service, ledger }: AppProcess): Promise<number> {
  const offer = await advanceUntil(simulation, purchases.quote(service, choiceOf(simulation), null))
  const input = confirmationOf(offer)
  const began = performance.now()
  await advanceUntil(simulation, purchases.confirm(input))
  const ms = performance.now() - began
  const raw = ledger.prepare('SELECT raw FROM signed_transactions ORDER BY rowid DESC').pluck().get() as `0x02${string}`
  if (parseTransaction(raw).chainId !== simulation.chain.chainId) throw new Error('Nothing was signed')
  if (!(await simulation.clock.until(() => purchases.get(offer.purchaseId).ended, DAY_MS)))
    throw new Error('A purchase did not end')
  return ms
}

/** Advances the simulation's clock until `answer` resolves: the nodes' answers and Till's own short waits depend on it. */
async function advanceUntil<T>({ clock }: Simulation, answer: Promise<T>): Promise<T> {
  let isThere = false
  const watched = answer.finally(() => (isThere = true))
  await clock.until(() => isThere, DAY_MS)
  return watched
}
