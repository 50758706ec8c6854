import { erc20Abi, parseEventLogs, type Hash } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, fromUnits, subtractDecimals } from '../../shared/money.ts'
import { receiptView } from '../../shared/receipts/receipt-views.ts'
import { inEnglish } from '../../testing/exports/read-table.ts'
import { failing, openTestSandbox, otherTopup, topup, type TestSandbox } from '../../testing/purchases/context.ts'
import { consentTo, openShop, sell, type TestShop } from '../../testing/sales/open-shop.ts'
import { createReports } from './reports/create-reports.ts'
import { saleColumns } from './sale-record.ts'

let sandbox: TestSandbox
let shop: TestShop
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
beforeEach(async () => {
  shop = await openShop(sandbox)
})

const undelivered = { reason: 'not-delivered', note: null } as const

describe('the search for a sale', () => {
  it('finds it by number, receipt code, time, price, recipient and product', async () => {
    const first = await sell(shop)
    await sell(shop, otherTopup, {}, null)
    const find = async (text: string): Promise<number[]> =>
      (await shop.sales.search({ text, shift: null, offset: 0, limit: 10 })).sales.map(({ number }) => number)
    const price = Number(first.price).toFixed(2)
    for (const text of ['1', first.price, price, `$${price}`, `MX$${price}`, `${first.currency} ${price}`])
      expect([text, (await find(text))[0]]).toEqual([text, 1])
    const code = shop.sales.receipt(first.purchaseId, null).qr ?? ''
    for (const text of ['#1', code, ` ${code.toLowerCase()} `]) expect([text, await find(text)]).toEqual([text, [1]])
    expect(await find(crypto.randomUUID().replaceAll('-', ''))).toEqual([])
    const sold = new Date(first.at)
    const [hour, minutes] = [sold.getHours(), String(sold.getMinutes()).padStart(2, '0')]
    for (const typed of [hour, hour % 12 || 12]) expect(await find(`${typed}:${minutes}`)).toContain(1)
    const time = `${hour % 12 || 12}:${minutes}`
    for (const half of ['am', 'a.m.', 'pm', 'p.m.'])
      expect((await find(`${time} ${half}`)).includes(1)).toBe(half.startsWith('a') === hour < 12)
    expect(await find(`${hour}:${String((sold.getMinutes() + 30) % 60).padStart(2, '0')}`)).toEqual([])
    expect(await find('+12015550123')).toEqual([2, 1])
    expect(await find('juniperline')).toEqual([2, 1])
    for (const text of ['(201) 555-0123', 'recarga', 'balcão', 'mostrador']) expect(await find(text)).toEqual([2, 1])
    for (const text of ['ana', 'counter ana', 'comptoir ana']) expect([text, await find(text)]).toEqual([text, [1]])
    expect(await find('nobody')).toEqual([])
    expect(shop.sales.list({ shift: null, offset: 1, limit: 1 })).toMatchObject({
      total: 2,
      sales: [{ number: 1 }],
    })
  })

  it('finds it by what people are called for the manager only', async () => {
    await sell(shop)
    const people = [{ name: 'Lupe Ríos', phones: ['+12015550123'], emails: [] }]
    const found = { text: 'lupe rios', shift: null, offset: 0, limit: 10 }
    expect(await shop.sales.search(found, people)).toMatchObject({ total: 1 })
    expect(await shop.sales.search(found)).toMatchObject({ total: 0 })
  })

  it('finds it by its payment only for the manager, and a clerk cannot guess a hash part by part', async () => {
    const { purchaseId } = await sell(shop)
    const hash = shop.till.view(purchaseId).steps.at(-1)?.hash ?? ''
    const page = { shift: null, offset: 0, limit: 10 }
    for (const text of [hash, `https://explorer.example/tx/${hash}?a=1`, hash.slice(0, 10)]) {
      expect(await shop.sales.search({ text, ...page }, [])).toMatchObject({ total: 1 })
      expect(await shop.sales.search({ text, ...page })).toMatchObject({ total: 0 })
    }
  })

  it('finds it by the service’s reference on its receipt, for a clerk by the whole one only', async () => {
    const { purchaseId } = await sell(shop)
    await sell(shop, otherTopup)
    await shop.till.delivered(purchaseId)
    const reference = shop.sales.receipt(purchaseId, null).serviceReference ?? ''
    const found = async (text: string, isManager: boolean): Promise<string[]> => {
      const { sales } = await shop.sales.search({ text, shift: null, offset: 0, limit: 10 }, isManager ? [] : null)
      return sales.map((sale) => sale.purchaseId)
    }
    expect(await found(reference.toUpperCase(), false)).toEqual([purchaseId])
    expect(await found(reference.slice(0, -1), false)).toEqual([])
    expect(await found(reference.slice(0, -1), true)).toEqual([purchaseId])
  })
})

describe('a receipt', () => {
  it('shows the sale in its current state, and that it was printed before', async () => {
    const { purchaseId, price, change } = await sell(shop)
    const receipt = shop.sales.receipt(purchaseId, null)
    expect(receiptView.parse(receipt)).toEqual(receipt)
    expect(receipt).toMatchObject({
      number: '1',
      clerk: 'Ana',
      product: 'juniperline 5.00 USD',
      reference: '+1 201 555 0123',
      currency: 'MXN',
      price,
      cashGiven: '500',
      change,
      refundedCash: null,
      state: 'on-its-way',
      isReprint: false,
    })
    expect(shop.sales.printed(purchaseId).printed).toBe(true)
    await shop.till.delivered(purchaseId)
    const serviceReference = shop.till.view(purchaseId).registration.transactionId
    expect(serviceReference).not.toBeNull()
    expect(shop.sales.receipt(purchaseId, null)).toMatchObject({
      state: 'delivered',
      isReprint: true,
      serviceReference,
    })
  })

  it('tells when it was delivered and by which id the service’s support finds it, and nothing of a sale never paid', async () => {
    const { purchaseId } = await sell(shop)
    await shop.till.checkUntil(purchaseId, ({ status }) => status === 'delivered')
    const { timeline, registration } = shop.till.view(purchaseId)
    expect(shop.sales.delivery(purchaseId)).toEqual({
      at: timeline.find(({ stage }) => stage === 'delivered')?.at,
      transactionId: registration.transactionId,
    })
    expect(registration.transactionId).toBeTruthy()
    expect(() => shop.sales.delivery(crypto.randomUUID())).toThrow('no such sale')
  })

  it('says for an undelivered sale that the cash is owed, then refunded', async () => {
    const { purchaseId, price } = await sell(shop, failing)
    await shop.till.checkUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    expect(shop.sales.receipt(purchaseId, null)).toMatchObject({ state: 'failed', refundedCash: null })
    shop.sales.refundCash({ ...undelivered, purchaseId }, 'ana')
    expect(shop.sales.receipt(purchaseId, null)).toMatchObject({ state: 'refunded', refundedCash: price })
    expect(() => shop.sales.receipt(crypto.randomUUID(), null)).toThrow('no such sale')
  })
})

describe('an exported sale', () => {
  interface Exported {
    readonly sales: Record<string, unknown>[]
  }
  const read = (references: 'masked' | 'whole'): Exported['sales'] => {
    const now = (): number => Date.now() + shop.till.clock.skewMs
    const reports = createReports({
      ledger: shop.till.ledger,
      now,
      shifts: shop.shifts,
      purchases: shop.till.purchases,
    })
    const { text } = reports.exportSales({ of: { shift: 1 }, format: 'json', table: inEnglish, references })
    return (JSON.parse([...text].join('')) as Exported).sales
  }

  /** Returns what a transaction moved from the shop's account, in coins. */
  async function paidOnChain(hash: Hash): Promise<string> {
    const { logs } = await sandbox.rpc('harbour').getTransactionReceipt({ hash })
    const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    expect(moved.map(({ args }) => args.from)).toEqual([shop.till.address])
    return fromUnits(moved[0]?.args.value ?? 0n, 6)
  }

  it('lists the coins paid, the network fee and the outcome', async () => {
    const { purchaseId, price, change } = await sell(shop)
    await shop.till.delivered(purchaseId)
    const view = shop.till.view(purchaseId)
    const [one = {}] = read('masked')
    expect(one).toMatchObject({
      number: 1,
      shift: 1,
      clerk: 'Ana',
      clerkId: 'ana',
      product: 'juniperline 5.00 USD',
      sku: topup,
      reference: '•••123',
      currency: 'MXN',
      price,
      given: '500',
      change,
      outcome: 'delivered',
      paidAmount: view.totalAmount,
      paidCoin: view.tokenSymbol,
      network: view.networkName,
      networkFee: view.steps.at(-1)?.networkFee,
      networkFeeCoin: view.nativeSymbol,
      paymentHash: view.steps.at(-1)?.hash,
      transactionId: view.registration.transactionId,
      refundedAt: null,
      refundedBy: null,
      refundedShift: null,
    })
    expect(Object.keys(one)).toEqual(saleColumns)
    expect(one['networkFee']).not.toBeNull()
    expect(addDecimals([String(one['cost']), String(one['margin'])])).toBe(price)
    expect(read('whole')).toMatchObject([{ reference: '+12015550123' }])
  })

  it('has as service fee what the chain paid above the price of the product itself', async () => {
    const offer = await shop.till.quote('harbour', 'usdc', topup)
    const { purchaseId } = await shop.sales.confirm(await consentTo(shop, offer), 'ana')
    await shop.till.delivered(purchaseId)
    const [one = {}] = read('masked')
    const paid = await paidOnChain(one['paymentHash'] as Hash)
    expect([one['paidAmount'], one['serviceFee']]).toEqual([paid, subtractDecimals(paid, offer.assetAmount)])
    expect(compareDecimals(String(one['serviceFee']), '0')).toBe(1)
  })

  it('earned and cost nothing if refunded in its own shift, as the report counts it, and names the refunding clerk and shift', async () => {
    const { purchaseId } = await sell(shop, failing)
    await shop.till.checkUntil(purchaseId, ({ status }) => status === 'failed' || status === 'refunded')
    shop.sales.refundCash({ ...undelivered, purchaseId }, 'ben')
    expect(read('masked')).toMatchObject([
      { cost: '0', margin: '0', refundedBy: 'Ben', refundedShift: 1, refundReason: 'not-delivered', refundNote: null },
    ])
    expect(shop.shifts.report(null).sold).toMatchObject({ cost: '0', margin: '0' })
  })
})
