import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReceiptPrinter } from '../../../../e2e/support/receipt-printer.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Prices, SaleView, ShiftReportView } from '../../../shared/sales/views.ts'
import { receiptView, type ShopHead } from '../../../shared/receipts/receipt-views.ts'
import { createSealer } from '../../db/seal.ts'
import { openClerks } from '../../kiosk/clerks.ts'
import { createSession, type Session } from '../../kiosk/session.ts'
import { inEnglish } from '../../../testing/exports/read-table.ts'
import { plainConsentTo } from '../../../testing/purchases/consent.ts'
import {
  failing,
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../../testing/purchases/context.ts'
import { createDrawer } from '../../sales/create-drawer.ts'
import { createReports } from '../../sales/create-reports.ts'
import { createSales } from '../../sales/create-sales.ts'
import { createShifts } from '../../sales/create-shifts.ts'
import { openRetailPrices } from '../../sales/retail-prices.ts'
import { openCodes, type Codes } from '../../codes/open-codes.ts'
import { createReceipts } from '../../receipts/create-receipts.ts'
import type { Vault } from '../../vault/vault.ts'
import { createRouter } from '../channel/router.ts'
import { withRefusal } from '../handlers.ts'
import { salesHandlers } from './sales-handlers.ts'

const password = 'paper ink and one green 7'
const prices: Prices = {
  currency: 'MXN',
  rate: '17',
  rules: [],
  limits: { perSale: '100', perClerk: null, perShift: null, perDay: null, cashOut: '100', leastMarkup: '0' },
}
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

let till: TestTill
let session: Session
let handlers: ReturnType<typeof salesHandlers>
/** Clerk ids by name. */
let people: Record<string, string>
/** Whether the system's dialog prints, and how often it was opened. */
const system = { prints: true, dialogs: 0, drawerFailures: 0, shiftsAtFee: new Array<number | null>(), saved: '' }
let codes: Codes
/** Whether each sale takes the clerk's PIN. */
let pinAtSale: boolean
/** Runs while a password is checked. */
let whileVerifying: () => void
beforeEach(async () => {
  till = await sandbox.till()
  Object.assign(system, { prints: true, dialogs: 0, drawerFailures: 0, shiftsAtFee: [] })
  whileVerifying = () => undefined
  pinAtSale = false
  const { ledger, purchases } = till
  const now = Date.now
  const sealer = createSealer(new Uint8Array(32))
  const clerks = openClerks({ ledger, sealer, now, monotonic: () => performance.now(), pinCost: { N: 16, r: 1, p: 1 } })
  for (const name of ['Ana', 'Ben']) await clerks.add({ name, colour: 'teal', pin: '4711' })
  people = Object.fromEntries(clerks.list().map(({ id, name }) => [name, id]))
  const verify = async (typed: string): Promise<void> => {
    whileVerifying()
    if (typed !== password) throw new AppError('wrong-password', 'Wrong')
  }
  session = createSession({
    ledger,
    clerks,
    now,
    provePassword: verify,
    onChanged: () => undefined,
    marker: { read: () => null, remove: () => undefined },
    mark: () => undefined,
  })
  const shifts = createShifts(ledger, now)
  const retail = openRetailPrices(ledger, { product: () => null }, shifts, () => null)
  codes = openCodes({ ledger, sealer, now, isLocked: () => false })
  const sales = createSales({ ledger, now, shifts, retail, purchases, codesOf: codes.onReceipt })
  handlers = salesHandlers({
    sales,
    shifts,
    people: { list: () => [] },
    retail,
    session,
    clerks,
    settings: () => ({ pinAtSale }),
    balances: { get: async () => [] },
    networks: { views: () => [] },
    reports: createReports({ ledger, now, shifts, purchases }),
    vault: { verify } as Vault,
    receipts: createReceipts({ ledger, now, language: () => 'en', place: () => ({ country: 'MX', currency: 'MXN' }) }),
    learnFee: async () => true,
    learnFeeOnce: async () => true,
    learnFeeForShift: async () => void system.shiftsAtFee.push(shifts.current()?.number ?? null),
    drawer: createDrawer(ledger, now),
    drawerFailed: () => void system.drawerFailures++,
    async save(_name, text) {
      system.saved = [...text].join('')
      return { path: null }
    },
    print: async () => ++system.dialogs > 0 && system.prints,
  })
  shifts.setPrices(prices)
  shifts.open('500')
  await session.turnOn(password)
  await signIn('Ana')
})

const signIn = (name: string): Promise<void> => session.signIn(people[name] ?? '', '4711')
async function sell(sku = topup, typed: string | null = null, pin: string | null = null): Promise<SaleView> {
  const offer = await till.quote('harbour', 'usdc', sku)
  const { price } = await handlers['sales.offer']({ purchaseId: offer.purchaseId })
  return handlers['sales.confirm']({
    ...plainConsentTo(offer),
    price,
    given: '500',
    password: typed,
    pin,
    acceptSame: true,
  })
}
const why = (tried: Promise<unknown>): Promise<unknown> =>
  tried.then(
    () => 'sold',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const move = async (amount: string, typed: string | null = null): Promise<void> =>
  handlers['shift.move']({ direction: 'out', amount, reason: 'Bank', password: typed })
const report = async () => handlers['shift.report']({ number: null })

describe('at a register in shop mode', () => {
  it('a shift opens after the service’s fee was asked for, so that its prices contain it', async () => {
    await handlers['shift.count']({ total: '500' })
    await handlers['shift.close'](undefined)
    expect(await handlers['shift.open']({ float: '500' })).toMatchObject({ number: 2 })
    expect(system.shiftsAtFee).toEqual([null])
  })

  it('no fee is asked for a shift that cannot open', async () => {
    const open = () => handlers['shift.open']({ float: '500' })
    await expect(open()).rejects.toMatchObject({ details: { reason: 'shift-open' } })
    await handlers['shift.count']({ total: '500' })
    await handlers['shift.close'](undefined)
    till.ledger.exec('DELETE FROM shop_prices')
    await expect(open()).rejects.toMatchObject({ details: { reason: 'no-prices' } })
    expect(system.shiftsAtFee).toEqual([])
  })

  it('two presses ask for the fee once and open one shift', async () => {
    await handlers['shift.count']({ total: '500' })
    await handlers['shift.close'](undefined)
    const [first, second] = await Promise.allSettled([
      handlers['shift.open']({ float: '500' }),
      handlers['shift.open']({ float: '500' }),
    ])
    expect(first).toMatchObject({ value: { number: 2 } })
    expect(second).toMatchObject({ reason: { details: { reason: 'shift-open' } } })
    expect(system.shiftsAtFee).toEqual([null])
    await handlers['shift.count']({ total: '500' })
    await handlers['shift.close'](undefined)
    expect(await handlers['shift.open']({ float: '500' })).toMatchObject({ number: 3 })
    expect(system.shiftsAtFee).toEqual([null, null])
  })

  it('what a user counted so far stays for that user alone, until the count is submitted', async () => {
    const draft = { byTotal: true, total: '49', pieces: [] }
    await handlers['shift.keepCount'](draft)
    session.signOut()
    await signIn('Ben')
    expect(await handlers['shift.keptCount'](undefined)).toBeNull()
    await signIn('Ana')
    expect(await handlers['shift.keptCount'](undefined)).toEqual(draft)
    await handlers['shift.count']({ total: '498' })
    expect(await handlers['shift.keptCount'](undefined)).toBeNull()
  })

  it('a sale above a limit needs the manager, or their password on the spot, and stays the clerk’s', async () => {
    expect(await why(sell(otherTopup))).toBe('limit-reached')
    expect(await why(sell(otherTopup, 'guess'))).toBe('wrong-password')
    expect((await report()).sold.count).toBe(0)
    expect(await sell(otherTopup, password)).toMatchObject({ number: 1, by: 'Ana' })
    expect(await why(sell(otherTopup))).toBe('limit-reached')
    await session.signInManager(password)
    expect(await sell(otherTopup)).toMatchObject({ number: 2, by: null })
    expect((await report()).clerks).toMatchObject([{ by: null }, { by: 'Ana' }])
  })

  it('a sale of a clerk takes their PIN if the manager wants it, and wrong ones count as at the sign-in', async () => {
    pinAtSale = true
    expect(await why(sell())).toBe('not-allowed')
    // The manager's password does not stand for it.
    expect(await why(sell(topup, password))).toBe('not-allowed')
    expect(await why(sell(topup, null, '4712'))).toBe('wrong-pin')
    expect((await report()).sold.count).toBe(0)
    expect(await sell(topup, null, '4711')).toMatchObject({ by: 'Ana' })
    for (let tries = 0; tries < 4; tries++) await why(sell(topup, null, '4712'))
    expect(await why(sell(topup, null, '4712'))).toBe('wrong-pin')
    expect(await why(sell(topup, null, '4711'))).toBe('throttled')
    expect(await why(signIn('Ana'))).toBe('throttled')
    await session.signInManager(password)
    expect(await sell()).toMatchObject({ by: null })
  })

  it('a sale belongs to the clerk who confirmed it, even if another has signed in before it is paid', async () => {
    whileVerifying = () => session.signOut()
    expect(await sell(otherTopup, password)).toMatchObject({ by: 'Ana' })
  })

  it('cash out above the clerk’s limit needs the manager, or their password on the spot, and stays the clerk’s', async () => {
    await move('60')
    expect(await handlers['shift.cashOut'](undefined)).toEqual({ left: '40' })
    expect(await why(move('40.01'))).toBe('limit-reached')
    expect(await why(move('40.01', 'guess'))).toBe('wrong-password')
    expect((await report()).moves).toHaveLength(1)
    whileVerifying = () => session.signOut()
    await move('40.01', password)
    expect((await report()).moves).toMatchObject([
      { by: 'Ana', amount: '60' },
      { by: 'Ana', amount: '40.01' },
    ])
    await session.signInManager(password)
    expect(await handlers['shift.cashOut'](undefined)).toEqual({ left: null })
    await move('300')
  })

  it('a clerk prints the codes that came with an own sale, in its shift, and the manager all', async () => {
    const { purchaseId } = await sell()
    const typed = { pin: null, expiresOn: null, note: '' }
    codes.keepReturned(purchaseId, [{ text: 'RETURNED-1', pin: '4821' }])
    codes.keep({ purchaseId, text: 'TYPED-1', ...typed })
    const printed = async () => (await handlers['sales.receipt']({ purchaseId })).codes.map(({ text }) => text)
    expect(await printed()).toEqual(['RETURNED-1', '4821'])
    await signIn('Ben')
    expect(await printed()).toEqual([])
    const refund = till.ledger.prepare('UPDATE sales SET returned_shift = ?, returned_at = ?, returned_reason = ?')
    await signIn('Ana')
    refund.run(1, Date.now(), 'not-delivered')
    expect(await printed()).toEqual([])
    refund.run(null, null, null)
    await session.signInManager(password)
    expect((await printed()).toSorted()).toEqual(['4821', 'RETURNED-1', 'TYPED-1'])
    await handlers['shift.count']({ total: '500' })
    await handlers['shift.close'](undefined)
    await handlers['shift.open']({ float: '500' })
    await signIn('Ana')
    expect(await printed()).toEqual([])
  })

  it('a receipt shows a sale with more codes than fit', async () => {
    const { purchaseId } = await sell()
    for (let at = 0; at < 30; at++)
      codes.keep({ purchaseId, text: `CODE-${at}-X`, pin: null, expiresOn: null, note: '' })
    await session.signInManager(password)
    expect(receiptView.safeParse(await handlers['sales.receipt']({ purchaseId })).success).toBe(true)
  })

  it('cash moves and cash refunds belong to the clerk who made them', async () => {
    await move('50')
    const { purchaseId } = await sell(failing)
    await till.retryUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    await signIn('Ben')
    expect(await handlers['sales.refundCash']({ purchaseId, reason: 'not-delivered', note: null })).toMatchObject({
      by: 'Ana',
      refundedCash: { by: 'Ben' },
    })
    expect((await report()).moves).toMatchObject([{ by: 'Ana', amount: '50' }])
  })

  it('a clerk sells without seeing an address or a hash, on the screen or on paper, and the manager confirms the address', async () => {
    const router = createRouter({
      handlers: withRefusal(
        { ...handlers, 'checkout.quote': () => till.quote('harbour', 'usdc', topup) },
        () => new AppError('not-found', 'Not here'),
      ),
      role: session.role,
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
      const recipient = session.role() === 'clerk' ? (offer.payment?.recipient ?? null) : null
      const consent = { acceptTerms: true, acceptCoin: false, acceptNewRecipient: false, acceptNotSimulated: false }
      const cash = { price, given: '500', acceptSame: true }
      return ask('sales.confirm', { purchaseId, quoteKey, totalAmount, recipient, ...consent, ...cash })
    }
    const { purchaseId } = await sale()
    const receipts = createReceipts({
      ledger: till.ledger,
      now: Date.now,
      language: () => 'en',
      place: () => ({ country: 'MX', currency: 'MXN' }),
    })
    const device = await openReceiptPrinter()
    receipts.setHead({ ...receipts.head(), printer: { host: '127.0.0.1', port: device.port } })
    await ask('sales.print', { purchaseId })
    await ask('sales.receipt', { purchaseId })
    await ask('sales.list', {})
    await device.close()
    const [step] = till.view(purchaseId).steps
    const traces = [till.address, step?.hash ?? '', till.view(purchaseId).recipient ?? ''].map((one) =>
      one.toLowerCase(),
    )
    const paper = device.receipts.map((bytes) => Buffer.from(bytes).toString('latin1')).join('')
    const shown = `${JSON.stringify(replies)} ${paper}`.toLowerCase()
    expect(traces.filter((trace) => trace === '' || shown.includes(trace.slice(2)))).toEqual([])
    await session.signInManager(password)
    // The manager sees an address, and no sale is made without it.
    expect(await why(sale())).toBe('quote-changed')
  })

  it('a receipt counts as printed once the printer accepted it, not if it refused', async () => {
    const { purchaseId } = await sell()
    const receipts = createReceipts({
      ledger: till.ledger,
      now: Date.now,
      language: () => 'en',
      place: () => ({ country: 'MX', currency: 'MXN' }),
    })
    const keep = (printer: ShopHead['printer']): ShopHead => receipts.setHead({ ...receipts.head(), printer })
    const print = async (): Promise<SaleView> => handlers['sales.print']({ purchaseId })
    keep('system')
    system.prints = false
    expect(await print()).toMatchObject({ printed: false })
    const device = await openReceiptPrinter()
    keep({ host: '127.0.0.1', port: device.port })
    await device.close()
    expect(await why(print())).toBe('printer-failed')
    expect((await handlers['sales.receipt']({ purchaseId })).isReprint).toBe(false)
    keep('system')
    system.prints = true
    expect(await print()).toMatchObject({ printed: true })
    expect(system.dialogs).toBe(2)
  })

  it('the drawer opens for each sale, refund and move, before the receipt, and for a reason; not without the setting', async () => {
    const receipts = createReceipts({
      ledger: till.ledger,
      now: Date.now,
      language: () => 'en',
      place: () => ({ country: 'MX', currency: 'MXN' }),
    })
    const device = await openReceiptPrinter()
    const keep = (drawer?: 2 | 5): ShopHead =>
      receipts.setHead({ ...receipts.head(), printer: { host: '127.0.0.1', port: device.port, drawer } })
    const jobs = (count: number) => expect.poll(() => device.receipts.length).toBe(count)
    const pulse = (pin: 0 | 1): Buffer => Buffer.from([0x1b, 0x70, pin, 25, 250])
    keep()
    await move('1')
    await handlers['shift.openDrawer']({ reason: 'Give change' })
    keep(2)
    const { purchaseId } = await sell(failing)
    await handlers['sales.print']({ purchaseId })
    await jobs(2)
    expect(device.receipts[0]).toEqual(pulse(0))
    expect(device.receipts[1]?.length).toBeGreaterThan(100)
    await till.retryUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    await handlers['sales.refundCash']({ purchaseId, reason: 'not-delivered', note: null })
    await jobs(3)
    // Nobody gets the cash twice, so the drawer stays closed.
    await handlers['sales.refundCash']({ purchaseId, reason: 'not-delivered', note: null })
    keep(5)
    await move('1')
    await jobs(4)
    await handlers['shift.openDrawer']({ reason: 'Check the drawer' })
    await jobs(5)
    expect(device.receipts.slice(2)).toEqual([pulse(0), pulse(1), pulse(1)])
    expect((await report()).openings).toMatchObject([
      { by: 'Ana', reason: 'Give change' },
      { by: 'Ana', reason: 'Check the drawer' },
    ])
    expect(await handlers['shift.entries'](undefined)).toMatchObject({
      moves: [{ amount: '1' }, { amount: '1' }],
      openings: [{ reason: 'Give change' }, { reason: 'Check the drawer' }],
    })
    await signIn('Ben')
    expect(await handlers['shift.entries'](undefined)).toEqual({ moves: [], openings: [] })
    await device.close()
  })

  it('a drawer that stays closed stops nothing and is reported', async () => {
    const receipts = createReceipts({
      ledger: till.ledger,
      now: Date.now,
      language: () => 'en',
      place: () => ({ country: 'MX', currency: 'MXN' }),
    })
    const device = await openReceiptPrinter()
    receipts.setHead({ ...receipts.head(), printer: { host: '127.0.0.1', port: device.port, drawer: 2 } })
    await device.close()
    expect(await sell()).toMatchObject({ by: 'Ana' })
    await expect.poll(() => system.drawerFailures).toBe(1)
    await move('1')
    await expect.poll(() => system.drawerFailures).toBe(2)
    expect((await report()).moves).toHaveLength(1)
    expect(await why(Promise.resolve(handlers['shift.openDrawer']({ reason: 'Give change' })))).toBe('printer-failed')
    expect((await report()).openings).toHaveLength(1)
  })
})

describe('the payments of a shift', () => {
  /** Counts what is in the drawer, and closes. */
  async function close(): Promise<ShiftReportView> {
    await handlers['shift.count']({ total: '0' })
    const { expected } = await handlers['shift.report']({ number: 1 })
    await handlers['shift.count']({ total: expected ?? '' })
    return handlers['shift.close'](undefined)
  }

  it('are counted on chain as it closes, and the closed report keeps that', async () => {
    const onChain = { at: expect.any(String) as unknown, payments: 1, found: 1 }
    const { purchaseId } = await sell()
    await till.until(purchaseId, ({ steps }) => steps.every(({ state }) => state !== 'signed'))
    expect(await close()).toMatchObject({ closedAt: expect.any(String), onChain })
    till.tamper.receipt = () => Promise.reject(new AppError('network-unreachable', 'Silent'))
    expect(await handlers['shift.report']({ number: 1 })).toMatchObject({ onChain })
  })

  it('are not checked while a network is silent: the shift closes all the same, and they can be checked later', async () => {
    till.tamper.receipt = () => Promise.reject(new AppError('network-unreachable', 'Silent'))
    const { purchaseId } = await sell()
    expect(await close()).toMatchObject({ closedAt: expect.any(String), onChain: null })
    const check = async (): Promise<unknown> => handlers['shift.checkPayments']({ number: 1 })
    await expect(check()).rejects.toMatchObject({ code: 'network-unreachable' })
    till.tamper.receipt = () => Promise.resolve(null)
    expect(await check()).toMatchObject({ onChain: { payments: 1, found: 0 } })
    delete till.tamper.receipt
    const hash = till.view(purchaseId).steps[0]?.hash ?? '0x'
    await vi.waitUntil(async () => (await till.chain('harbour').receipt(hash)) !== null, { timeout: 10_000 })
    expect(await check()).toMatchObject({ onChain: { payments: 1, found: 1 } })
  })

  it('are not checked before it is closed, nor of a shift that never was', async () => {
    const check = async (number: number): Promise<unknown> => handlers['shift.checkPayments']({ number })
    await expect(check(1)).rejects.toMatchObject({ code: 'not-allowed', details: { reason: 'shift-open' } })
    await expect(check(7)).rejects.toMatchObject({ code: 'not-found' })
  })
})

it('an export of sales has whole recipients only with the wallet’s password', async () => {
  await sell()
  const exported = async (typed: string | null): Promise<string> => {
    system.saved = ''
    await handlers['sales.export']({ of: { shift: 1 }, format: 'csv', table: inEnglish, password: typed })
    return system.saved
  }
  await expect(exported('guessed')).rejects.toMatchObject({ code: 'wrong-password' })
  expect(system.saved).toBe('')
  expect(await exported(null)).not.toContain('+12015550123')
  expect(await exported(password)).toContain('+12015550123')
})
