import { keccak256, parseGwei, parseTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgeForeignPayment, writeForeignPayment } from '../../history/foreign-payments-repository.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

/** Speeds the payment up as the lost ledger did: the same call with the same nonce and a higher fee. */
async function speedUpElsewhere(till: TestTill, id: string): Promise<Hex> {
  const raw = till.ledger.prepare('SELECT raw FROM signed_transactions WHERE intent_id = ?').pluck().get(id) as Hex
  const { to, data, nonce, gas, chainId } = parseTransaction(raw)
  const fees = { maxFeePerGas: parseGwei('60'), maxPriorityFeePerGas: parseGwei('6') }
  const bytes = await till.account.signTransaction({
    type: 'eip1559',
    chainId: chainId ?? 0,
    ...fees,
    to,
    data,
    nonce,
    gas,
  })
  await sandbox.rpc('harbour').sendRawTransaction({ serializedTransaction: bytes })
  return keccak256(bytes)
}

it('a payment that a lost ledger sped up is paid, and is not offered again', async () => {
  const till = await sandbox.till()
  till.tamper.send = async () => null
  const { id } = await till.buy('harbour', 'usdc')
  const hash = await speedUpElsewhere(till, id)
  expect(await till.untilSettled(id, 40)).toMatchObject({ status: 'delivered', steps: [{ state: 'final', hash }] })
  const { payments, registrations } = await sandbox.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([1, 1])
})

it('nothing is bought, on any network, until the person explains what left the wallet', async () => {
  const till = await sandbox.till()
  const problemsOn = async (network: 'harbour' | 'meadow'): Promise<string[]> =>
    (await till.quote(network, 'usdc')).problems.filter(({ blocking }) => blocking).map(({ problem }) => problem)
  const offer = await till.quote('harbour', 'usdc')
  const hash: Hex = `0x${'a'.repeat(64)}`
  const found = { hash, token: 'USDC', amount: '1.1', happenedAt: null }
  writeForeignPayment(till.ledger, { profileId: till.service.profileId, address: till.address }, found, 1)
  const unanswered = { code: 'wallet-used-elsewhere', details: { reason: 'unanswered' } }
  await expect(till.confirm(offer)).rejects.toMatchObject(unanswered)
  expect(await problemsOn('harbour')).toEqual(['payment-unanswered'])
  expect(await problemsOn('meadow')).toEqual(['payment-unanswered'])
  acknowledgeForeignPayment(till.ledger, hash, 2)
  expect(await problemsOn('meadow')).toEqual([])
  // It may be found while the network answers.
  const again = await till.quote('harbour', 'usdc')
  const later = { ...found, hash: `0x${'c'.repeat(64)}` as Hex }
  const { tokenBalance } = till.chain('harbour')
  till.tamper.tokenBalance = async (...input) => {
    writeForeignPayment(till.ledger, { profileId: till.service.profileId, address: till.address }, later, 3)
    return tokenBalance(...input)
  }
  await expect(till.confirm(again)).rejects.toMatchObject(unanswered)
  delete till.tamper.tokenBalance
  acknowledgeForeignPayment(till.ledger, later.hash, 4)
  // Or while the vault signs.
  const signed = await till.quote('harbour', 'usdc')
  const newest = { ...found, hash: `0x${'d'.repeat(64)}` as Hex }
  const { wallet } = till.context
  const sign: typeof wallet.sign = (task) => {
    writeForeignPayment(till.ledger, { profileId: till.service.profileId, address: till.address }, newest, 5)
    return wallet.sign(task)
  }
  Object.assign(till.context, { wallet: { ...wallet, sign } })
  await expect(till.confirm(signed)).rejects.toMatchObject(unanswered)
  Object.assign(till.context, { wallet })
  acknowledgeForeignPayment(till.ledger, newest.hash, 6)
  // What the service knows is shown among the purchases instead.
  const spend = { transactionId: 'one', product: 'oak', status: 'SUCCESS' }
  const known = { ...found, hash: `0x${'b'.repeat(64)}` as Hex, spend }
  writeForeignPayment(till.ledger, { profileId: till.service.profileId, address: till.address }, known, 1)
  expect(await problemsOn('harbour')).toEqual([])
})
