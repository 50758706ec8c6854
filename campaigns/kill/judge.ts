import { erc20Abi, parseEther, type Address, type PublicClient } from 'viem'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import type { TestTown } from '../../src/main/purchases/test-town.ts'
import type { Verdict } from '../crash/judge.ts'
import type { Job } from './job.ts'

const NATIVE_AT_START = parseEther('1')
const TOKENS_AT_START = 500n

/** Judges a Till at rest by what the sandbox's chains and books say, and whether its own ledger says the same. */
export async function judge(town: TestTown, job: Job, wallet: Address): Promise<Verdict & { unresolved: number }> {
  const { payments, refunds, registrations } = await town.witness(wallet)
  const isRegistered = ({ hash }: { hash: string }): boolean => registrations.some((one) => one.hash === hash)
  const ledger = openDatabase(job.ledger, ledgerMigrations, 'full')
  const steps = ledger.prepare('SELECT mined_hash AS hash, kind FROM steps WHERE mined_hash IS NOT NULL').all() as {
    hash: string
    kind: string
  }[]
  const { ended } = ledger.prepare('SELECT count(*) AS ended FROM purchases WHERE ended = 1').get() as { ended: number }
  const isWhole = ledger.pragma('integrity_check', { simple: true }) === 'ok'
  ledger.close()
  const unknown = payments.filter(({ hash }) => !steps.some((step) => step.kind === 'pay' && step.hash === hash))
  const networks = new Map(job.choices.map(({ network }) => [network.key as 'harbour' | 'meadow', network.chainId]))
  let wrong = 0
  for (const key of networks.keys()) {
    const rpc = town.rpc(key)
    const fees = await feesOf(rpc, steps)
    if ((await rpc.getBalance({ address: wallet })) !== NATIVE_AT_START - fees) wrong++
    for (const { address, decimals, symbol } of town.network(key).tokens) {
      const units = await rpc.readContract({
        ...{ address: address as Address, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] },
      })
      const moved = (list: readonly object[]): bigint =>
        (list as ((typeof payments)[number] & { network: string })[])
          .filter((one) => one.network === key && one.symbol === symbol)
          .reduce((sum, one) => sum + BigInt(one.units), 0n)
      if (units !== TOKENS_AT_START * 10n ** BigInt(decimals) - moved(payments) + moved(refunds)) wrong++
    }
  }
  const wanted = job.choices.length
  return {
    lost: payments.filter((payment) => !isRegistered(payment)).length,
    doublePaid: Math.max(0, payments.length - wanted) + Math.max(0, registrations.length - payments.length),
    unexplained: unknown.length + wrong,
    unresolved: wanted - ended + (isWhole ? 0 : 1) + (payments.length < wanted ? 1 : 0),
  }
}

async function feesOf(rpc: PublicClient, steps: readonly { hash: string }[]): Promise<bigint> {
  let sum = 0n
  for (const { hash } of steps) {
    const receipt = await rpc.getTransactionReceipt({ hash: hash as `0x${string}` }).catch(() => null)
    if (receipt) sum += receipt.gasUsed * receipt.effectiveGasPrice
  }
  return sum
}
