import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertBytes } from '../../engine/steps/step-repository.ts'
import { terms, from } from '../../../testing/purchases/ledger.ts'
import { listed, openSimulation, type Simulation } from '../../../testing/purchases/simulation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: Simulation
beforeEach(() => void (world = openSimulation()))
afterEach(() => world.close())

interface Listed {
  readonly totalPages?: number | null
  /** The status of the second purchase; null if the list lacks it. */
  readonly second?: string | null
  /** How long ago the service says that the payments made elsewhere were made, in milliseconds. */
  readonly elsewhereAgo?: number
}

async function delivered(): Promise<string> {
  const id = world.buy()
  await world.run(2 * 60_000)
  expect(world.view(id)).toMatchObject({ status: 'delivered', ended: true })
  return id
}

describe('a delivery that the service revokes after the purchase settled', () => {
  it('is read within half a day, and its refund is awaited and found', async () => {
    const id = await delivered()
    world.behaviour.status = () => 'FAILED'
    await world.run(13 * HOUR)
    expect(world.view(id)).toMatchObject({ status: 'failed', ended: false, refund: { state: 'none' } })
    const refund = {
      hash: `0x${'e'.repeat(64)}` as const,
      logIndex: 0,
      token: terms.token.address ?? from,
      to: from,
      from: terms.payment.recipient,
      units: terms.payment.units,
      isProven: true,
      blockNumber: BigInt(Math.floor((14 * HOUR) / 2000)),
    }
    world.behaviour.refunds = () => [refund]
    await world.run(3 * HOUR)
    expect(world.view(id)).toMatchObject({
      status: 'refunded',
      ended: true,
      refund: { parts: [{ hash: refund.hash }] },
    })
  })

  it.each(['COMPLETED', 'success'])('is read if the service had called it %s', async (status) => {
    world.behaviour.status = () => status
    const id = await delivered()
    world.behaviour.status = () => 'FAILED'
    await world.run(13 * HOUR)
    expect(world.view(id)).toMatchObject({ status: 'failed', ended: false })
  })

  describe('on a later page of the list', () => {
    /** Lists a whole page of payments made elsewhere, with the second purchase among them, before the first one, which failed. */
    async function listFailedBehind({ totalPages = 2, second = 'SUCCESS', elsewhereAgo = 8 * DAY }: Listed) {
      const ids = [await delivered(), await delivered()] as const
      const { ledger } = world.context
      const isEnded = second === 'PENDING' ? 0 : 1
      ledger.prepare('UPDATE purchases SET service_status = ?, ended = ? WHERE id = ?').run(second, isEnded, ids[1])
      const asked: number[] = []
      const hashOf = (spend: number): string => world.spends[spend]?.hash ?? expect.unreachable()
      const created = new Date(world.context.now() - elsewhereAgo).toISOString()
      const foreign = (spend: number) => ({ ...listed(spend, `0x${'f'.repeat(64)}`), created })
      const elsewhere = Array.from({ length: 99 }, (_, index) => foreign(index + 100))
      const own = second === null ? foreign(99) : { ...listed(2, hashOf(1)), status: second }
      const pages = [[...elsewhere, own], [{ ...listed(1, hashOf(0)), status: 'FAILED' }]]
      world.behaviour.status = ({ id }) => (id === 'spend-1' ? 'FAILED' : 'SUCCESS')
      world.behaviour.list = (page, truth) => {
        asked.push(page)
        return { ...truth, transactions: pages[page - 1] ?? [], totalPages }
      }
      await world.run(13 * HOUR)
      return { first: world.view(ids[0]), asked }
    }

    it.each([2, null])('is read, whether or not the service says how many there are (%s)', async (totalPages) => {
      const { first, asked } = await listFailedBehind({ totalPages })
      expect([first.status, asked.slice(0, 2)]).toEqual(['failed', [1, 2]])
    })

    it.each(['PENDING', 'FAILED'])('is read behind a page whose newer purchases are all %s', async (second) => {
      expect((await listFailedBehind({ second })).first.status).toBe('failed')
    })

    it('is read behind a page of purchases that another machine made in the last week', async () => {
      expect((await listFailedBehind({ second: null, elsewhereAgo: DAY })).first.status).toBe('failed')
    })

    it('is not searched for where the service answers every page with the newest', async () => {
      await delivered()
      const asked: number[] = []
      const created = new Date(world.context.now()).toISOString()
      const newest = Array.from({ length: 100 }, (_, index) => ({
        ...listed(index + 100, `0x${'f'.repeat(64)}`),
        created,
      }))
      world.behaviour.list = (page, truth) => {
        // Without an end, the test would not end either.
        if (asked.push(page) > 20) return { ...truth, transactions: [], totalPages: null }
        return { ...truth, transactions: newest, totalPages: null }
      }
      await world.run(13 * HOUR)
      expect(new Set(asked)).toEqual(new Set([1, 2]))
    })

    it('is not read behind a page without any purchase of the last week', async () => {
      const { first, asked } = await listFailedBehind({ second: null })
      expect([first.status, new Set(asked)]).toEqual(['delivered', new Set([1])])
    })
  })

  it('is noticed at once if the list is read for another purchase anyway', async () => {
    const first = await delivered()
    world.behaviour.status = ({ id }) => (id === 'spend-1' ? 'FAILED' : 'PENDING')
    world.buy()
    world.buy()
    const requests = world.requestCount()
    await world.run(60_000)
    expect(world.view(first)).toMatchObject({ status: 'failed', ended: false })
    expect(world.requestCount() - requests).toBeLessThan(20)
  })

  it('asks the person if the refund is missing', async () => {
    const id = await delivered()
    world.behaviour.status = () => 'FAILED'
    await world.run(2 * DAY)
    expect(world.view(id)).toMatchObject({ attention: 'refund-missing', status: 'needs-you' })
  })

  it('is not read again within the hour, because new purchases need the requests', async () => {
    await delivered()
    const requests = world.requestCount()
    await world.run(HOUR - 5 * 60_000)
    expect(world.requestCount()).toBe(requests)
  })

  it('is read rarely, and not forever', async () => {
    await delivered()
    const requests = world.requestCount()
    await world.run(7 * DAY)
    expect(world.requestCount() - requests).toBeGreaterThanOrEqual(13)
    expect(world.requestCount() - requests).toBeLessThanOrEqual(15)
    const then = world.requestCount()
    await world.run(7 * DAY)
    expect(world.requestCount() - then).toBeLessThanOrEqual(1)
  })
})

describe('a purchase that settled unpaid', () => {
  it('is reopened and delivered if its payment is in a block after all', async () => {
    const id = world.buy({ events: [{ type: 'superseded' }] })
    expect(world.view(id)).toMatchObject({ status: 'not-paid', ended: true })
    await world.run(10 * 60_000)
    expect(world.view(id)).toMatchObject({ status: 'delivered', ended: true, steps: [{ state: 'final' }] })
    expect(world.spends).toHaveLength(1)
  })

  it('stays so if no node shows its payment, and is polled until a week after the longest wait', async () => {
    world.behaviour.minedAt = () => null
    const id = world.buy({ events: [{ type: 'superseded' }] })
    await world.run(36 * DAY)
    expect(world.view(id)).toMatchObject({ status: 'not-paid', ended: true })
    const seenAt = world.now()
    world.behaviour.minedAt = () => seenAt
    await world.run(13 * HOUR)
    expect(world.view(id).status).toBe('delivered')
  })

  it('long after it was signed is polled from its cancel on', async () => {
    const id = world.buy({ createdAt: world.now() - 50 * DAY, events: [{ type: 'superseded' }] })
    const cancel = { intentId: id, position: 0, purpose: 'cancel', hash: `0x${'c'.repeat(64)}`, raw: '0x02' } as const
    insertBytes(world.books.context.ledger, {
      ...cancel,
      maxFeeUnits: 1_000n,
      token: null,
      spendsUnits: 0n,
      signedAt: world.now(),
    })
    const { minedAt } = world.behaviour
    world.behaviour.minedAt = (hash) => (hash === cancel.hash ? null : minedAt(hash))
    await world.run(10 * 60_000)
    expect(world.view(id)).toMatchObject({ status: 'delivered', ended: true })
  })

  it('on a silent network blocks no other review', async () => {
    const other = await delivered()
    world.buy({ events: [{ type: 'superseded' }] })
    world.behaviour.isNetworkUp = () => false
    world.behaviour.status = () => 'FAILED'
    await world.run(13 * HOUR)
    expect(world.view(other)).toMatchObject({ status: 'failed', ended: false })
  })
})
