import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import type { PlannedStep } from '../chain/plan-payment.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { signSteps } from './sign-steps.ts'

const chainOf = (pendingNonce: number, highestNonce: number, isContested = false): Chain =>
  ({
    chainId: 1,
    pendingNonce: async () => pendingNonce,
    highestNonce: async () => highestNonce,
    nonces: async () => ({ mined: pendingNonce, minedSomewhere: highestNonce, pending: pendingNonce, isContested }),
  }) satisfies Partial<Chain> as Partial<Chain> as Chain
const from: Address = `0x${'1'.repeat(40)}`
const step: PlannedStep = {
  ...{ kind: 'pay', to: from, data: '0x', value: 0n, gas: 21_000n, l1Fee: 0n },
  ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
}

it('no step gets a nonce that the account is known to have used elsewhere, however far back nodes are', async () => {
  const ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  ledger
    .prepare(`INSERT INTO reconciled_accounts (profile_id, chain_instance, address, below, at) VALUES (?, ?, ?, ?, ?)`)
    .run('one', '1:0x0', from, 10, 1)
  const sign = async () => ({ raw: '0x' as const, hash: `0x${'a'.repeat(64)}` as const })
  const nonceOn = async (chain: Chain): Promise<number | undefined> =>
    (await signSteps(ledger, sign, { chain, chainInstance: '1:0x0', from }, [step]))[0]?.nonce
  expect(await nonceOn(chainOf(3, 10))).toBe(10)
  // What one node once claimed leaves no gap that nothing fills.
  expect(await nonceOn(chainOf(3, 4))).toBe(4)
  // As many nodes say that 10 and 11 are used as say that they are free.
  await expect(nonceOn(chainOf(10, 12, true))).rejects.toMatchObject({ code: 'nodes-disagree' })
  expect(await nonceOn(chainOf(3, 10, true))).toBe(10)
  ledger.close()
})
