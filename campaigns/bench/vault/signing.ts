import { keccak256, parseGwei, type TransactionSerializableEIP1559 } from 'viem'
import { transferCall } from '../../../src/main/chain/plan/plan-transfer.ts'
import { spreadOf, type Spread } from '../catalog/figures.ts'
import type { BenchVault } from './open-vault.ts'

/** Milliseconds of signing a payment through the vault's process and with viem in this process, in the round with the fastest viem. */
export interface SigningFigures {
  readonly tillMs: Spread
  readonly viemMs: Spread
  /** How much longer Till takes at the median and at the 95th percentile; at most half a millisecond each. */
  readonly moreMs: Spread
  readonly holds: boolean
}

const MAX_EXTRA_MS = 0.5
/** Signatures until the JavaScript engine has optimized both ways. */
const WARM_UP = 300
/** Several, because other load on the machine comes and goes. */
const ROUNDS = 5

/** Signs `count` transfers each way in every round, in turns. Throws if they differ by a byte. */
export async function benchSigning(home: BenchVault, count: number): Promise<SigningFigures> {
  await signInTurns(home, WARM_UP)
  const rounds: { tillMs: Spread; viemMs: Spread }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await signInTurns(home, count))
  const [{ tillMs, viemMs } = { tillMs: spreadOf([]), viemMs: spreadOf([]) }] = rounds.toSorted(
    (a, b) => a.viemMs.p95 - b.viemMs.p95,
  )
  const moreMs = { p50: tillMs.p50 - viemMs.p50, p95: tillMs.p95 - viemMs.p95 }
  return { tillMs, viemMs, moreMs, holds: moreMs.p50 <= MAX_EXTRA_MS && moreMs.p95 <= MAX_EXTRA_MS }
}

async function signInTurns({ vault, account }: BenchVault, count: number): Promise<{ tillMs: Spread; viemMs: Spread }> {
  const till: number[] = []
  const viem: number[] = []
  for (let nonce = 0; nonce < count; nonce++) {
    const { transaction, sends } = transferOf(nonce)
    const { chainId, to } = transaction
    const expected = { chainId, nonce, to, from: account.address, sends }
    const began = performance.now()
    const ours = await vault.sign({ transaction, expected })
    const turned = performance.now()
    const raw = await account.signTransaction(transaction)
    const hash = keccak256(raw)
    const ended = performance.now()
    if (ours.raw !== raw || ours.hash !== hash) throw new Error('Till and viem signed different bytes')
    till.push(turned - began)
    viem.push(ended - turned)
  }
  return { tillMs: spreadOf(till), viemMs: spreadOf(viem) }
}

function transferOf(nonce: number) {
  const [token, recipient] = [`0x${'a'.repeat(40)}`, `0x${'d'.repeat(40)}`] as const
  const sends = { token, recipient, units: 5_000_000n + BigInt(nonce) }
  const transaction = {
    type: 'eip1559',
    chainId: 7_777,
    nonce,
    ...transferCall(sends),
    gas: 60_000n,
    maxFeePerGas: parseGwei('3'),
    maxPriorityFeePerGas: parseGwei('1'),
  } as const satisfies TransactionSerializableEIP1559
  return { transaction, sends }
}
