import { rmSync } from 'node:fs'
import type { SaleView } from '../../src/shared/sales/views.ts'
import type { PurchaseView } from '../../src/shared/purchases/views.ts'
import type { Market } from '../sales/open-market.ts'
import type { ShopFiles } from '../sales/shop.ts'
import type { Random } from '../world/random.ts'
import { PASSWORD, PINS } from './counter.ts'
import type { DiskFailure, Moment } from './cuts.ts'
import { createDrawer, fromCents, toCents, type Drawer } from './drawer.ts'
import { connectPower } from './power.ts'
import { createServing, type Customer } from './serve.ts'
import { createTally, type Tally } from './tally.ts'
import { clerkNames, type Order } from './orders.ts'

const FLOAT = '1500'
const PRICES = {
  currency: 'MXN',
  rate: '17.35',
  rules: [{ productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '0.5' }],
  // A product of ten dollars needs the manager.
  limits: { perSale: '150', perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' },
  // The campaign compares the drawer all day.
  showsExpected: true,
}

/** A register that sells all day, with power cuts at planned moments. */
export interface Scenario {
  readonly tally: Tally
  readonly drawer: Drawer
  open(): Promise<void>
  serve(order: Order, cut: Moment | null): Promise<void>
  /** Hands back all the cash that is owed by now. */
  round(): Promise<void>
  /** The manager takes some cash out, and Till checks how much should be left. */
  count(): Promise<void>
  idle(untilMs: number): Promise<void>
  failDisk(failure: DiskFailure): void
  /** Stops the power cuts, and the failures of commits. */
  calm(): void
  bought(): PurchaseView[]
  sales(): SaleView[]
  /** Closes the shift with the cash in the drawer. Returns the signed difference to what Till expects. */
  close(): string
  end(): Promise<void>
}

/** Opens a register in a market. */
export function openScenario(market: Market, files: ShopFiles, random: Random): Scenario {
  const { clock, busy } = market
  const drawer = createDrawer(FLOAT)
  const tally = createTally()
  const power = connectPower(market, files, random, tally)
  const { counter, through } = power
  const attempt = createServing(market, power, drawer, tally)

  const all = (): SaleView[] => counter().sales.list({ shift: null, offset: 0, limit: 10_000 }).sales

  /** Asks Till about the customer's cash. Returns true if nothing is left to do. */
  function deliverStock({ purchaseId, given }: Customer): boolean {
    const sale = all().find((one) => one.purchaseId === purchaseId)
    if (sale === undefined || given === null) {
      if (sale !== undefined) tally.unexpected.push('a sale that nobody pressed')
      return false
    }
    if (drawer.cashOf(sale.purchaseId) !== 0) return true
    drawer.take(sale.purchaseId, sale.given, sale.change)
    return sale.status !== 'not-sold'
  }

  async function afterCut(customer: Customer): Promise<void> {
    if (deliverStock(customer)) return
    checkDrawer()
    // The customers are still there with their cash in hand, and ask again.
    Object.assign(customer, { purchaseId: null, given: null })
    await through(
      () => attempt(customer),
      () => afterCut(customer),
    )
  }

  function checkDrawer(): void {
    if (toCents(counter().shifts.report(null).expected ?? '') !== drawer.cents()) tally.drawerWrong += 1
  }

  async function refundCash({ purchaseId, price }: SaleView): Promise<void> {
    const book = (): void => {
      const clerk = counter().session.view().clerk?.id ?? null
      counter().sales.refundCash({ purchaseId, reason: 'not-delivered', note: null }, clerk)
    }
    await through(book, book)
    drawer.handBack(purchaseId, price)
  }

  return {
    tally,
    drawer,
    async open() {
      const { session, clerks, shifts, open } = counter()
      const isOpen = open()
      await session.turnOn(PASSWORD)
      for (const name of clerkNames) await busy.while(() => clerks.add({ name, colour: 'teal', pin: PINS[name] }))
      shifts.setPrices(PRICES)
      shifts.open(FLOAT)
      await isOpen
    },
    async serve(order, cut) {
      const customer: Customer = { order, purchaseId: null, given: null }
      if (cut !== null) power.arm(cut)
      await through(
        () => attempt(customer),
        () => afterCut(customer),
      )
    },
    async round() {
      const poll = async (): Promise<void> => {
        for (const sale of all().filter(({ owed }) => owed)) await refundCash(sale)
        checkDrawer()
      }
      await through(poll, poll)
    },
    async count() {
      const moves = (): number => counter().shifts.report(null).moves.length
      const before = moves()
      const recordPayout = (): void => {
        if (moves() > before) return
        counter().shifts.move({ direction: 'out', amount: '300', reason: 'To the safe' }, null)
      }
      await through(recordPayout, recordPayout)
      drawer.move(-30_000)
    },
    async idle(untilMs) {
      while (clock.now() < untilMs) {
        await clock.sleep(Math.min(5_000, untilMs - clock.now()))
        if (power.isOut()) await power.back()
      }
    },
    failDisk: (failure) => power.failDisk(failure),
    calm: () => power.calm(),
    bought: () =>
      counter()
        .purchases.list({ status: null, offset: 0, limit: 10_000 })
        .purchases.map(({ id }) => counter().purchases.get(id)),
    sales: all,
    close() {
      const { shifts } = counter()
      shifts.count({ total: fromCents(drawer.cents()) }, null)
      const { counted, expected } = shifts.close()
      return counted === null ? 'never counted' : fromCents(toCents(counted.amount) - toCents(expected))
    },
    async end() {
      tally.unexpected.push(...counter().unforeseen.map(String))
      await counter().close()
      rmSync(files.folder, { recursive: true, force: true })
    },
  }
}
