import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openReceiptPrinter } from '../../../../e2e/support/receipt-printer.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { SaleView } from '../../../shared/sales/views.ts'
import { inEnglish } from '../../../testing/exports/read-table.ts'
import { plainConsentTo } from '../../../testing/purchases/consent.ts'
import { failing, openTestSandbox, otherTopup, topup, type TestSandbox } from '../../../testing/purchases/context.ts'
import { openTestCounter, password, why, type TestCounter } from '../../../testing/sales/open-counter.ts'
import { createRouter } from '../channel/router.ts'
import { withRefusal } from '../channel/handlers.ts'

let sandbox: TestSandbox
let counter: TestCounter
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  counter = await openTestCounter(sandbox)
})
afterEach(() => sandbox.reset())

it('a sale above a limit needs the manager, or their password on the spot, and stays the clerk’s', async () => {
  expect(await why(counter.sell(otherTopup))).toBe('limit-reached')
  expect(await why(counter.sell(otherTopup, 'guess'))).toBe('wrong-password')
  expect((await counter.report()).sold.count).toBe(0)
  expect(await counter.sell(otherTopup, password)).toMatchObject({ number: 1, by: 'Ana' })
  expect(await why(counter.sell(otherTopup))).toBe('limit-reached')
  await counter.session.signInManager(password)
  expect(await counter.sell(otherTopup)).toMatchObject({ number: 2, by: null })
  expect((await counter.report()).clerks).toMatchObject([{ by: null }, { by: 'Ana' }])
})

it('a sale of a clerk takes their PIN if the manager wants it, and wrong ones count as at the sign-in', async () => {
  counter.system.pinAtSale = true
  expect(await why(counter.sell())).toBe('not-allowed')
  // The manager's password does not stand for it.
  expect(await why(counter.sell(topup, password))).toBe('not-allowed')
  expect(await why(counter.sell(topup, null, '4712'))).toBe('wrong-pin')
  expect((await counter.report()).sold.count).toBe(0)
  expect(await counter.sell(topup, null, '4711')).toMatchObject({ by: 'Ana' })
  for (let tries = 0; tries < 4; tries++) await why(counter.sell(topup, null, '4712'))
  expect(await why(counter.sell(topup, null, '4712'))).toBe('wrong-pin')
  expect(await why(counter.sell(topup, null, '4711'))).toBe('throttled')
  expect(await why(counter.signIn('Ana'))).toBe('throttled')
  await counter.session.signInManager(password)
  expect(await counter.sell()).toMatchObject({ by: null })
})

it('a sale belongs to the clerk who confirmed it, even if another has signed in before it is paid', async () => {
  counter.system.whileVerifying = () => counter.session.signOut()
  expect(await counter.sell(otherTopup, password)).toMatchObject({ by: 'Ana' })
})

it('a clerk’s sale above a limit stays the clerk’s, even if the manager signs in while their PIN is checked', async () => {
  counter.system.pinAtSale = true
  const offer = await counter.till.quote('harbour', 'usdc', otherTopup)
  const { price } = await counter.handlers['sales.offer']({ purchaseId: offer.purchaseId })
  const cash = { price, given: '500', password: null, pin: '4711', acceptSame: true }
  const selling = why((async () => counter.handlers['sales.confirm']({ ...plainConsentTo(offer), ...cash }))())
  await counter.session.signInManager(password)
  expect(await selling).toBe('limit-reached')
  expect((await counter.report()).sold.count).toBe(0)
})

it('cash out above the clerk’s limit needs the manager, or their password on the spot, and stays the clerk’s', async () => {
  await counter.takeOut('60')
  expect(await counter.handlers['shift.cashOut'](undefined)).toEqual({ left: '40' })
  expect(await why(counter.takeOut('40.01'))).toBe('limit-reached')
  expect(await why(counter.takeOut('40.01', 'guess'))).toBe('wrong-password')
  expect((await counter.report()).moves).toHaveLength(1)
  counter.system.whileVerifying = () => counter.session.signOut()
  await counter.takeOut('40.01', password)
  expect((await counter.report()).moves).toMatchObject([
    { by: 'Ana', amount: '60' },
    { by: 'Ana', amount: '40.01' },
  ])
  await counter.session.signInManager(password)
  expect(await counter.handlers['shift.cashOut'](undefined)).toEqual({ left: null })
  await counter.takeOut('300')
})

it('cash moves and cash refunds belong to the clerk who made them', async () => {
  await counter.takeOut('50')
  const { purchaseId } = await counter.sell(failing)
  await counter.till.checkUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
  await counter.signIn('Ben')
  const refunded = await counter.handlers['sales.refundCash']({ purchaseId, reason: 'not-delivered', note: null })
  expect(refunded).toMatchObject({ by: 'Ana', refundedCash: { by: 'Ben' } })
  expect((await counter.report()).moves).toMatchObject([{ by: 'Ana', amount: '50' }])
})

it('a clerk sells without seeing an address or a hash, on the screen or on paper, and the manager confirms the address', async () => {
  const router = createRouter({
    handlers: withRefusal(
      { ...counter.handlers, 'checkout.quote': () => counter.till.quote('harbour', 'usdc', topup) },
      () => new AppError('not-found', 'Not here'),
    ),
    role: counter.session.role,
    report: () => undefined,
  })
  const replies: unknown[] = []
  async function ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>> {
    const reply = await router(true, name, input)
    replies.push(reply)
    if (!reply.ok) throw new AppError(reply.error.code as 'internal', reply.error.message)
    return reply.value as RequestOutput<N>
  }
  async function sale(): Promise<SaleView> {
    const delivery = { sku: topup, reference: '+12015550123', fields: {} }
    const offer = await ask('checkout.quote', { ...delivery, networkKey: 'harbour', tokenKey: 'usdc' })
    const { purchaseId, quoteKey, totalAmount } = offer
    const { price } = await ask('sales.offer', { purchaseId })
    const recipient = counter.session.role() === 'clerk' ? (offer.payment?.recipient ?? null) : null
    const consent = { acceptTerms: true, acceptCoin: false, acceptNewRecipient: false, acceptNotSimulated: false }
    const cash = { price, given: '500', acceptSame: true }
    return ask('sales.confirm', { purchaseId, quoteKey, totalAmount, recipient, ...consent, ...cash })
  }
  const { purchaseId } = await sale()
  const device = await openReceiptPrinter()
  counter.setPrinter({ host: '127.0.0.1', port: device.port })
  await ask('sales.print', { purchaseId })
  await ask('sales.receipt', { purchaseId })
  await ask('sales.list', {})
  await device.close()
  const [step] = counter.till.view(purchaseId).steps
  const traces = [counter.till.address, step?.hash ?? '', counter.till.view(purchaseId).recipient ?? ''].map((one) =>
    one.toLowerCase(),
  )
  const paper = device.receipts.map((bytes) => Buffer.from(bytes).toString('latin1')).join('')
  const shown = `${JSON.stringify(replies)} ${paper}`.toLowerCase()
  expect(traces.filter((trace) => trace === '' || shown.includes(trace.slice(2)))).toEqual([])
  await counter.session.signInManager(password)
  // The manager sees an address, and no sale is made without it.
  expect(await why(sale())).toBe('quote-changed')
})

it('an export of sales has whole recipients only with the wallet’s password', async () => {
  await counter.sell()
  const exported = async (typed: string | null): Promise<string> => {
    counter.system.saved = ''
    await counter.handlers['sales.export']({ of: { shift: 1 }, format: 'csv', table: inEnglish, password: typed })
    return counter.system.saved
  }
  await expect(exported('guessed')).rejects.toMatchObject({ code: 'wrong-password' })
  expect(counter.system.saved).toBe('')
  expect(await exported(null)).not.toContain('+12015550123')
  expect(await exported(password)).toContain('+12015550123')
})
