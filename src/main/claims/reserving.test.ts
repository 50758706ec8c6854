import { parseGwei, parseTransaction } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signBoth } from '../../testing/engine/sign-both.ts'
import { AppError } from '../../shared/errors.ts'
import { buyFailing, twoOfOneSum, type FailedPurchase } from '../../testing/claims/buy-failing.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { openEscrow, type EscrowContracts } from '../../testing/purchases/escrow.ts'
import { refusal } from '../../testing/refusal.ts'
import { soon } from '../../testing/soon.ts'
import { newAddress, openTestTransfers } from '../../testing/transfers/open-test-transfers.ts'
import { hasOpenClaims, listOpenClaims, listUncounted, readClaim } from './claim-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

interface Ready {
  readonly till: TestTill
  readonly contracts: EscrowContracts
  readonly bought: FailedPurchase
}
async function readyRefund(refunds: 'claim' | 'claim-sum' = 'claim'): Promise<Ready> {
  const till = await sandbox.till()
  const contracts = await openEscrow(sandbox, { refunds })
  const bought = await buyFailing(sandbox, till, contracts)
  await bought.until('ready')
  return { till, contracts, bought }
}
/** Changes what nodes say of refunds in the escrow. */
function say(till: TestTill, change: (found: { authorized: bigint }, recordId: bigint) => object): void {
  const { escrowRefund } = till.chain('meadow')
  till.tamper.escrowRefund = async (input) => {
    const found = await escrowRefund(input)
    return found && { ...found, ...change(found, input.recordId) }
  }
}

describe('what a signed claim withdraws', () => {
  it('by its record is not claimed with another one while the escrow holds no more than that', async () => {
    const { till, contracts, bought: first } = await readyRefund()
    const second = await buyFailing(sandbox, till, contracts)
    await second.until('ready')
    till.tamper.send = () => Promise.resolve(null)
    await first.claim()
    say(till, () => ({ authorized: first.total + second.total - 1n }))
    expect(await refusal(second.offer())).toEqual(['not-allowed', 'claim-waits'])
    say(till, () => ({ authorized: first.total + second.total }))
    expect(await second.offer()).toHaveProperty('offerKey')
  })

  it('as a sum is everything that waits there by its block: nothing is claimed beside it', async () => {
    const till = await sandbox.till()
    const { first, second } = await twoOfOneSum(sandbox, till, await openEscrow(sandbox, { refunds: 'claim-sum' }))
    const later = await second.recordId()
    till.tamper.send = () => Promise.resolve(null)
    say(till, (_, recordId) => (recordId === later ? { status: 'pending' } : {}))
    const { purchaseIds } = await first.claim()
    expect(purchaseIds).toEqual([first.id])
    say(till, ({ authorized }) => ({ authorized: authorized + second.total }))
    expect(await refusal(second.offer())).toEqual(['not-allowed', 'claim-waits'])
  })

  it('as a sum is the same once its fee was raised', async () => {
    const { till, bought } = await readyRefund('claim-sum')
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    const { id } = await bought.claim()
    const { offerKey } = await till.spending.claims.offerFee(id, 'speed-up')
    await till.spending.claims.confirmFee(id, offerKey, false)
    const [original, faster] = (readClaim(till.ledger, id)?.step.signed ?? []).map(({ raw }) => parseTransaction(raw))
    expect(faster).toMatchObject({ nonce: original?.nonce, to: original?.to, data: original?.data })
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
    await bought.claimed(id, ({ isCounted }) => isCounted)
  })
})

describe('a claim', () => {
  it('is not offered while paying is stopped, or without the coins for its fee', async () => {
    const { till, bought } = await readyRefund()
    till.state.stopped = 'ledger-unsafe'
    expect(await refusal(bought.offer())).toEqual(['paying-stopped', undefined])
    till.state.stopped = null
    till.tamper.nativeBalance = async () => 1n
    expect(await refusal(bought.offer())).toEqual(['insufficient-gas', undefined])
  })

  it('by record does not become one of the whole sum because a node did not answer', async () => {
    const { till, bought } = await readyRefund()
    const { estimateGas } = till.chain('meadow')
    const estimate = vi.fn(estimateGas)
    estimate.mockRejectedValueOnce(new AppError('network-unreachable', 'No'))
    till.tamper.estimateGas = estimate
    expect(await refusal(bought.offer())).toEqual(['network-unreachable', undefined])
  })

  it('is not signed for another record than was shown, nor for a fee far above what the network asks by then', async () => {
    const { till, contracts, bought } = await readyRefund()
    const other = await buyFailing(sandbox, till, contracts)
    await other.until('ready')
    const feesOf = (gwei: string) => async () => ({ maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: 1n })
    till.tamper.fees = feesOf('12')
    const { offerKey } = await bought.offer()
    const confirm = (): Promise<unknown> => refusal(till.spending.claims.confirm(offerKey, false))
    const { escrowDeposit } = till.chain('meadow')
    const recordId = await other.recordId()
    till.tamper.escrowDeposit = async (input) => {
      const found = await escrowDeposit(input)
      return found && { ...found, recordId }
    }
    expect(await confirm()).toEqual(['quote-changed', 'claim'])
    delete till.tamper.escrowDeposit
    till.tamper.fees = feesOf('1')
    expect(await confirm()).toEqual(['quote-refused', 'claiming'])
    expect(listOpenClaims(till.ledger)).toEqual([])
  })

  it('is not signed if another account was chosen while the network answers', async () => {
    const { till, bought } = await readyRefund()
    const { offerKey } = await bought.offer()
    const chosen = vi.spyOn(till.context.wallet, 'address')
    till.tamper.simulate = async () => {
      chosen.mockReturnValue(`0x${'7e'.repeat(20)}`)
      return [bought.total, 0n]
    }
    expect(await refusal(till.spending.claims.confirm(offerKey, false))).toEqual(['quote-expired', 'fee'])
    chosen.mockRestore()
    expect(listOpenClaims(till.ledger)).toEqual([])
  })

  it('waits while a transfer of the same account is signed, and takes the next nonce', async () => {
    const { till, bought } = await readyRefund()
    const before = await sandbox.rpc('meadow').getTransactionCount({ address: till.address })
    const transfers = openTestTransfers(sandbox, till)
    const transfer = await transfers.offer(newAddress(), { network: 'meadow', coin: 'usdt', amount: '1' })
    const { offerKey } = await bought.offer()
    const send = () => transfers.confirm(transfer)
    const claim = () => till.spending.claims.confirm(offerKey, false)
    expect(await signBoth(till.context.wallet, send, claim)).toEqual([before, before + 1])
  })

  it('reports the trouble of its network at once, and is open for its own profile only', async () => {
    const { till, bought } = await readyRefund()
    await sandbox.control('chains/meadow', { action: 'pause-mining' })
    const { id } = await bought.claim()
    till.tamper.trouble = () => ({ what: 'silent', since: 0 })
    till.spending.claims.networkChanged()
    const emitted = till.events.filter(({ name }) => name === 'claim.changed').at(-1)?.payload
    expect(emitted).toMatchObject({ id, networkTrouble: { what: 'silent' } })
    const open = [till.service.profileId, 'another'].map((profileId) => hasOpenClaims(till.ledger, profileId))
    expect(open).toEqual([true, false])
    await sandbox.control('chains/meadow', { action: 'resume-mining' })
  })

  it('is not counted by what another chain shows that answers in place of its own', async () => {
    const { till, bought } = await readyRefund()
    till.tamper.transfersTo = async () => []
    till.tamper.escrowWithdrawals = async () => []
    const { id } = await bought.claim()
    await bought.claimed(id, ({ state }) => state === 'final')
    const chain = till.chain('meadow')
    let asked = 0
    till.tamper.instance = async () => {
      asked++
      return `${chain.chainId}:0xanother`
    }
    delete till.tamper.transfersTo
    delete till.tamper.escrowWithdrawals
    till.spending.claims.nudge()
    await vi.waitUntil(() => asked > 0, soon)
    await vi.waitUntil(() => listUncounted(till.ledger).length === 0, { timeout: 1_000 }).catch(() => null)
    expect(listUncounted(till.ledger)).toEqual([id])
    delete till.tamper.instance
    till.spending.claims.nudge()
    await bought.claimed(id, ({ isCounted }) => isCounted)
  })
})
