import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError, toAppError } from '../../../shared/errors.ts'
import { reopenStep } from '../../engine/steps/paid-after-all.ts'
import type { RegistrationOutcome } from '../../service/operations/register-spend.ts'
import { checkRepeat } from '../quote/check-repeat.ts'
import { listOnChain } from '../track/open-repository.ts'
import { payStep } from '../purchase-record.ts'
import { applyEvent, readPurchase } from '../purchase-repository.ts'
import { openSimulation, SIM_START, type Simulation } from '../../../testing/purchases/simulation.ts'

const MINUTE = 60_000

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

/** A payment in a final block without a receipt or log on any node, after the person is asked about it. */
async function questioned(): Promise<string> {
  world.behaviour.minedAt = () => null
  world.behaviour.isHeld = () => true
  const id = world.buy()
  await world.run(20 * MINUTE)
  expect(world.view(id)).toMatchObject({ attention: 'payment-dropped', waitingFor: { what: 'proof' } })
  return id
}

const no: RegistrationOutcome = {
  outcome: 'rejected',
  status: 400,
  code: null,
  message: 'Not paid',
  fields: {},
  error: new AppError('service-rejected', 'Not paid'),
}

const refusal = (id: string): Promise<unknown> =>
  world.purchases.reportPayment(id).then(
    () => 'reported',
    (thrown: unknown) => toAppError(thrown).details?.reason,
  )

describe('a payment whose end no node shows', () => {
  it('is reported to the service only on the person’s word', async () => {
    const id = await questioned()
    await world.run(120 * MINUTE)
    expect(world.sent).toEqual([])
    expect(await refusal(id)).toBe('reported')
    expect(world.view(id)).toMatchObject({ attention: null, status: 'paying', isPaidAsReported: true })
    await world.run(5 * MINUTE)
    expect(world.view(id)).toMatchObject({ status: 'delivered', isPaidAsReported: true })
    expect(world.sent).toHaveLength(1)
  })

  it('is asked about if the service says that it was not paid, and is never offered again', async () => {
    const id = await questioned()
    world.behaviour.register = () => no
    await refusal(id)
    await world.run(10 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: 'registration-rejected', isPaidAsReported: true, ended: false })
  })

  it('is not reported while no block is known to contain it', async () => {
    const id = await questioned()
    world.behaviour.isHeld = () => false
    expect(await refusal(id)).toBe('not-in-block')
    expect(world.view(id)).toMatchObject({ attention: 'payment-dropped', isPaidAsReported: false })
  })

  it('is not reported by the word of another chain that answers in place of its own', async () => {
    const id = await questioned()
    world.context.ledger.prepare("UPDATE purchases SET chain_instance = '7:0x1' WHERE id = ?").run(id)
    expect(await refusal(id)).toBe('not-in-block')
    expect(world.view(id)).toMatchObject({ attention: 'payment-dropped', isPaidAsReported: false })
  })

  it('is not reported before the question, nor twice', async () => {
    world.behaviour.minedAt = () => null
    world.behaviour.isHeld = () => true
    const id = world.buy()
    await world.run(MINUTE)
    expect(await refusal(id)).toBe('outdated')
    await world.run(20 * MINUTE)
    expect(await Promise.all([refusal(id), refusal(id)])).toEqual(['reported', 'outdated'])
  })
})

describe('a payment that counts on the person’s word', () => {
  /** Gives the nodes their receipts back: the payment is in the reported block. */
  function showReceipt(end: 'succeeded' | 'reverted'): void {
    world.behaviour.minedAt = () => SIM_START + 2_000
    world.behaviour.isReverted = () => end === 'reverted'
  }
  const isQuestioned = (id: string): boolean => world.purchases.attention().some(({ purchase }) => purchase.id === id)

  it('is not paid, and can be bought again, once its nodes show that it reverted', async () => {
    const id = await questioned()
    world.behaviour.register = () => no
    await refusal(id)
    await world.run(10 * MINUTE)
    expect(world.view(id)).toMatchObject({ attention: 'registration-rejected', isPaidAsReported: true, ended: false })
    const { ledger } = world.context
    expect(listOnChain(ledger)).toEqual([id])
    expect(() => checkRepeat(ledger, id)).toThrow('may still be paid')
    showReceipt('reverted')
    await world.run(11 * MINUTE)
    expect(world.view(id)).toMatchObject({
      status: 'not-paid',
      attention: null,
      isPaidAsReported: false,
      ended: true,
      steps: [{ state: 'reverted' }],
      registration: { state: 'rejected' },
    })
    expect([isQuestioned(id), listOnChain(ledger)]).toEqual([false, []])
    expect(() => checkRepeat(ledger, id)).not.toThrow()
  })

  it('is proven once its nodes show that it succeeded, and open questions stay open', async () => {
    const id = await questioned()
    world.behaviour.register = () => no
    await refusal(id)
    await world.run(10 * MINUTE)
    showReceipt('succeeded')
    await world.run(11 * MINUTE)
    expect(world.view(id)).toMatchObject({
      attention: 'registration-rejected',
      isPaidAsReported: false,
      ended: false,
      steps: [{ state: 'final', networkFee: '0.000000000000000021' }],
    })
    expect(listOnChain(world.context.ledger)).toEqual([])
  })

  it.each(['PROCESSING', 'FAILED'])(
    'is not paid if it reverted, although the service accepted it and says %s',
    async (status) => {
      const id = await questioned()
      world.behaviour.status = () => status
      await refusal(id)
      await world.run(10 * MINUTE)
      expect(world.view(id)).toMatchObject({
        registration: { state: 'registered' },
        isPaidAsReported: true,
        ended: false,
      })
      showReceipt('reverted')
      await world.run(48 * 60 * MINUTE)
      expect(world.view(id)).toMatchObject({ status: 'not-paid', attention: null, waitingFor: null, ended: true })
      expect(world.view(id)).toMatchObject({ registration: { state: 'registered' }, service: { status } })
    },
  )

  it('stays unchanged once the service delivered', async () => {
    const id = await questioned()
    await refusal(id)
    await world.run(10 * MINUTE)
    showReceipt('reverted')
    await world.run(60 * MINUTE)
    expect(world.view(id)).toMatchObject({ status: 'delivered', ended: true })
  })
})

it('counts as proven again after a reorganisation, once a receipt shows it in another block', async () => {
  const id = await questioned()
  await refusal(id)
  const { ledger, now } = world.context
  const record = readPurchase(ledger, id)
  if (record === null) throw new Error('No purchase')
  const write = (): void => reopenStep(ledger, id, payStep(record))
  expect(applyEvent(ledger, id, { type: 'reorged' }, now(), { write })).not.toBeNull()
  world.behaviour.isHeld = () => false
  const minedAt = world.now()
  world.behaviour.minedAt = () => minedAt
  await world.run(MINUTE)
  expect(world.view(id)).toMatchObject({ isPaidAsReported: false })
})
