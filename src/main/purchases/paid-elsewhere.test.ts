import { keccak256, parseGwei, parseTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, type TestHouse, type TestTill } from './test-context.ts'

let town: TestHouse
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town?.stop())

/** The ledger that was lost had sped the payment up: the same call under the same nonce, for a higher fee. */
async function speedUpElsewhere(till: TestTill, id: string): Promise<Hex> {
  const raw = till.ledger.prepare('SELECT raw FROM signed_transactions WHERE intent_id = ?').pluck().get(id) as Hex
  const { to, data, nonce, gas, chainId } = parseTransaction(raw)
  const fees = { maxFeePerGas: parseGwei('60'), maxPriorityFeePerGas: parseGwei('6') }
  const bytes = await till.account.signTransaction({
    ...{ type: 'eip1559', chainId: chainId ?? 0, ...fees },
    ...{ to, data, nonce, gas },
  })
  await town.rpc('harbour').sendRawTransaction({ serializedTransaction: bytes })
  return keccak256(bytes)
}

it('a payment that a lost ledger sped up is paid, and is not offered to be bought again', async () => {
  const till = await town.till()
  till.tamper.send = async () => null
  const { id } = await till.buy('harbour', 'usdc')
  const hash = await speedUpElsewhere(till, id)
  expect(await till.ended(id, 40)).toMatchObject({ status: 'delivered', steps: [{ state: 'final', hash }] })
  const { payments, registrations } = await town.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([1, 1])
})
