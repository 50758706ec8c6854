import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSandbox, type TestTill, type TestSandbox } from '../../../testing/purchases/context.ts'
import { type LoggedRequest } from '../../../testing/purchases/sandbox-controls.ts'
import { readRegistration } from '../register/registration-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

const registrationRequests = async (till: TestTill): Promise<LoggedRequest[]> =>
  (await sandbox.requests(till.address)).filter(({ operation }) => operation === 'registerTransaction')

/** However often it crashed, there is one payment and one registration, and every attempt sent the same bytes under the same key. */
async function expectOnce(till: TestTill, id: string): Promise<LoggedRequest[]> {
  const view = await till.untilSettled(id)
  expect(view).toMatchObject({ status: 'delivered', attention: null })
  const { payments, registrations } = await sandbox.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([1, 1])
  expect(payments[0]?.hash).toBe(view.steps.at(-1)?.hash)
  const sent = await registrationRequests(till)
  expect(new Set(sent.map(({ idempotencyKey, body }) => `${idempotencyKey} ${body}`)).size).toBe(1)
  return sent
}

/** Crashes at the next broadcast, just before or just after it. */
function dieAtSend(till: TestTill, when: 'before' | 'after'): Promise<void> {
  const real = till.chain('harbour')
  return new Promise((resolve) => {
    till.tamper.send = async (raw) => {
      if (when === 'after') await real.send(raw)
      delete till.tamper.send
      till.kill()
      resolve()
      return null
    }
  })
}

describe.concurrent('a process that dies', () => {
  it('after the signing commit and before the broadcast pays once when it comes back', async () => {
    const till = await sandbox.till()
    const died = dieAtSend(till, 'before')
    const { id } = await till.buy('harbour', 'usdc')
    await died
    expect((await sandbox.witness(till.address)).payments).toEqual([])
    till.restart()
    expect(till.view(id)).toMatchObject({ status: 'paying', steps: [{ state: 'signed' }] })
    expect(await expectOnce(till, id)).toHaveLength(1)
  })

  it('after the broadcast finds its own payment', async () => {
    const till = await sandbox.till()
    const died = dieAtSend(till, 'after')
    const { id } = await till.buy('harbour', 'usdc')
    await died
    till.restart()
    expect(await expectOnce(till, id)).toHaveLength(1)
  })

  it('between the steps of a router payment continues with the next', async () => {
    const till = await sandbox.till()
    let sent = 0
    const real = till.chain('meadow')
    const died = new Promise<void>((resolve) => {
      till.tamper.send = async (raw) => {
        if (++sent === 2) {
          delete till.tamper.send
          till.kill()
          resolve()
          return null
        }
        return real.send(raw)
      }
    })
    const { id } = await till.buy('meadow', 'usdc')
    await died
    till.restart()
    expect(await expectOnce(till, id)).toHaveLength(1)
    expect(till.view(id).steps.map(({ state }) => state)).toEqual(['final', 'final'])
  })

  it('after the payment was mined registers it', async () => {
    const till = await sandbox.till()
    const { id } = await till.buy('harbour', 'usdc')
    await till.until(id, ({ steps }) => steps[0]?.state !== 'signed')
    till.kill()
    till.restart()
    expect(await expectOnce(till, id)).toHaveLength(1)
  })

  it('after the registration was prepared and before it was sent sends what was prepared', async () => {
    const till = await sandbox.till()
    const died = new Promise<void>((resolve) => {
      vi.spyOn(till.service.client, 'registerSpend').mockImplementationOnce(() => {
        till.kill()
        resolve()
        return new Promise(() => undefined)
      })
    })
    const { id } = await till.buy('harbour', 'usdc')
    await died
    till.restart()
    const prepared = readRegistration(till.ledger, id)
    const [sent] = await expectOnce(till, id)
    expect(sent?.idempotencyKey).toBe(prepared?.idempotencyKey)
  })

  it('after the registration took effect and before its answer was stored registers once', async () => {
    const till = await sandbox.till()
    const { client } = till.service
    const register = client.registerSpend.bind(client)
    const died = new Promise<void>((resolve) => {
      vi.spyOn(client, 'registerSpend').mockImplementationOnce(async (input) => {
        const outcome = await register(input)
        till.kill()
        resolve()
        return outcome
      })
    })
    const { id } = await till.buy('harbour', 'usdc')
    await died
    till.restart()
    const sent = await expectOnce(till, id)
    expect(sent.map(({ status }) => status)).toEqual([201, 409])
  })

  it('repeatedly, at any moment, pays and registers once', async () => {
    const till = await sandbox.till()
    const { id } = await till.buy('meadow', 'dai')
    for (let run = 0; run < 12; run++) {
      await new Promise((resolve) => setTimeout(resolve, 37 * (run % 5) + 11))
      till.kill()
      till.restart()
    }
    await expectOnce(till, id)
  })

  it('before anything was signed leaves only an unknown offer', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    till.kill()
    till.restart()
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-expired' })
    expect(till.purchases.list({ status: null, offset: 0, limit: 10 })).toEqual({ purchases: [], total: 0 })
  })
})
