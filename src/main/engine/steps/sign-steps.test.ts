import { keccak256, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import type { PlannedStep } from '../../chain/plan/plan-payment.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { openDatabase } from '../../db/open-database.ts'
import type { SigningTask } from '../../vault/process/vault-messages.ts'
import { signSteps, type Sign } from './sign-steps.ts'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const stranger = privateKeyToAccount(`0x${'2'.repeat(64)}`)
const from = account.address
const to: Address = `0x${'3'.repeat(40)}`

const chainOf = (pendingNonce: number, highestNonce: number, isContested = false): Chain =>
  ({
    chainId: 1,
    pendingNonce: async () => pendingNonce,
    highestNonce: async () => highestNonce,
    nonces: async () => ({ mined: pendingNonce, minedSomewhere: highestNonce, pending: pendingNonce, isContested }),
  }) satisfies Partial<Chain> as Partial<Chain> as Chain
const step: PlannedStep = {
  kind: 'pay',
  to,
  data: '0xab',
  value: 0n,
  gas: 60_000n,
  l1Fee: 0n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
}

let ledger: WritableDb
beforeEach(() => void (ledger = openDatabase(':memory:', ledgerMigrations, 'normal')))
afterEach(() => ledger.close())

/** Signs another transaction than requested if `changes` has any. */
function signer(changes: Partial<SigningTask['transaction']> = {}, by = account): Sign {
  return async ({ transaction }) => {
    const raw = await by.signTransaction({ ...transaction, ...changes })
    return { raw, hash: keccak256(raw) }
  }
}
const signOn = (chain: Chain, sign = signer()) =>
  signSteps(ledger, sign, { chain, chainInstance: '1:0x0', from }, [step])

it('no step gets a nonce that the account used elsewhere, however stale the nodes are', async () => {
  ledger
    .prepare(
      `INSERT INTO reconciled_accounts (profile_id, chain_instance, address, below, at) VALUES ('one', '1:0x0', ?, 10, 1)`,
    )
    .run(from)
  const nonceOn = async (chain: Chain): Promise<number | undefined> => (await signOn(chain))[0]?.nonce
  expect(await nonceOn(chainOf(3, 10))).toBe(10)
  // One node's earlier claim leaves no permanent gap.
  expect(await nonceOn(chainOf(3, 4))).toBe(4)
  // As many nodes report 10 and 11 as used as report them as free.
  await expect(nonceOn(chainOf(10, 12, true))).rejects.toMatchObject({ code: 'nodes-disagree' })
  expect(await nonceOn(chainOf(3, 10, true))).toBe(10)
})

describe('signed bytes', () => {
  it('match the plan and the hash they are followed by', async () => {
    const [signed] = await signOn(chainOf(3, 3))
    expect(signed?.bytes).toEqual(await signer()({ transaction: { ...transactionAt(3) } } as SigningTask))
  })

  it.each<[string, Sign]>([
    ['call something else', signer({ data: '0xac' })],
    ['go to another recipient', signer({ to: from })],
    ['also move native coins', signer({ value: 1n })],
    ['are for another chain', signer({ chainId: 2 })],
    ['have another nonce', signer({ nonce: 4 })],
    ['pay a higher fee', signer({ maxFeePerGas: 2n })],
    ['may use more gas', signer({ gas: 60_001n })],
    ['access more storage', signer({ accessList: [{ address: to, storageKeys: [] }] })],
    ['are signed by another account', signer({}, stranger)],
    ['have another hash', async (task) => ({ ...(await signer()(task)), hash: keccak256('0x') })],
    ['cannot be read', async () => ({ raw: '0x02', hash: keccak256('0x02') })],
  ])('that %s are refused', async (_, sign) => {
    await expect(signOn(chainOf(3, 3), sign)).rejects.toMatchObject({ code: 'quote-refused' })
  })
})

function transactionAt(nonce: number): SigningTask['transaction'] {
  const { kind: _kind, l1Fee: _l1Fee, ...call } = step
  return { type: 'eip1559', chainId: 1, nonce, ...call }
}
