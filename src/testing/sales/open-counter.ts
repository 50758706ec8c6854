import { openCodes, type Codes } from '../../main/codes/open-codes.ts'
import { createSealer } from '../../main/db/seal.ts'
import { salesHandlers } from '../../main/ipc/handlers/sales-handlers.ts'
import { openClerks } from '../../main/kiosk/clerks.ts'
import { createSession, type Session } from '../../main/kiosk/session.ts'
import { createReceipts } from '../../main/receipts/create-receipts.ts'
import { createDrawer } from '../../main/sales/drawer/create-drawer.ts'
import { createReports } from '../../main/sales/reports/create-reports.ts'
import { createSales } from '../../main/sales/create-sales.ts'
import { createShifts } from '../../main/sales/shifts/create-shifts.ts'
import { openCashPrices } from '../../main/sales/prices/cash-prices.ts'
import type { Vault } from '../../main/vault/vault.ts'
import { AppError } from '../../shared/errors.ts'
import type { ShopHead } from '../../shared/receipts/receipt-views.ts'
import type { Prices, SaleView, ShiftReportView } from '../../shared/sales/views.ts'
import { plainConsentTo } from '../purchases/consent.ts'
import { topup, type TestSandbox, type TestTill } from '../purchases/context.ts'

export const password = 'paper ink and one green 7'
const prices: Prices = {
  currency: 'MXN',
  rate: '17',
  rules: [],
  limits: { perSale: '100', perClerk: null, perShift: null, perDay: null, cashOut: '100', leastMarkup: '0' },
}

/** What the parts around the counter do, and what they were asked. */
interface Surroundings {
  /** Whether the system's dialog prints, and how often it was opened. */
  prints: boolean
  dialogs: number
  drawerFailures: number
  /** The open shift, each time the service's fee was asked for. */
  readonly shiftsAtFee: (number | null)[]
  /** The text of the file that was saved last. */
  saved: string
  /** Whether each sale takes the clerk's PIN. */
  pinAtSale: boolean
  /** Runs while a password is checked. */
  whileVerifying: () => void
}

/** A register in shop mode with an open shift, and the requests that its page may send. */
export interface TestCounter {
  readonly till: TestTill
  readonly session: Session
  readonly handlers: ReturnType<typeof salesHandlers>
  readonly codes: Codes
  readonly system: Surroundings
  signIn(name: string): Promise<void>
  /** Quotes a product and sells it for a note of 500. */
  sell(sku?: string, typed?: string | null, pin?: string | null): Promise<SaleView>
  /** Takes cash out of the drawer. */
  takeOut(amount: string, typed?: string | null): Promise<void>
  report(): Promise<ShiftReportView>
  setPrinter(printer: ShopHead['printer']): void
}

/** Opens a register on which Ana is signed in; Ben is the other clerk, and both have the PIN 4711. */
export async function openTestCounter(sandbox: TestSandbox): Promise<TestCounter> {
  const till = await sandbox.till()
  const system: Surroundings = {
    prints: true,
    dialogs: 0,
    drawerFailures: 0,
    shiftsAtFee: [],
    saved: '',
    pinAtSale: false,
    whileVerifying: () => undefined,
  }
  const { ledger, purchases } = till
  const now = Date.now
  const sealer = createSealer(new Uint8Array(32))
  const clerks = openClerks({ ledger, sealer, now, monotonic: () => performance.now(), pinCost: { N: 16, r: 1, p: 1 } })
  for (const name of ['Ana', 'Ben']) await clerks.add({ name, colour: 'teal', pin: '4711' })
  const ids = new Map(clerks.list().map(({ id, name }) => [name, id]))
  const verify = async (typed: string): Promise<void> => {
    system.whileVerifying()
    if (typed !== password) throw new AppError('wrong-password', 'Wrong')
  }
  const session = createSession({
    ledger,
    clerks,
    now,
    provePassword: verify,
    onChanged: () => undefined,
    marker: { read: () => null, remove: () => undefined },
    mark: () => undefined,
  })
  const shifts = createShifts(ledger, now)
  const cashPrices = openCashPrices(ledger, { product: () => null }, shifts, () => null)
  const codes = openCodes({ ledger, sealer, now, isLocked: () => false })
  const receipts = createReceipts({
    ledger,
    now,
    language: () => 'en',
    place: () => ({ country: 'MX', currency: 'MXN' }),
  })
  const handlers = salesHandlers({
    sales: createSales({ ledger, now, shifts, cashPrices, purchases, codesOf: codes.onReceipt }),
    shifts,
    people: { list: () => [] },
    cashPrices,
    session,
    clerks,
    settings: () => ({ pinAtSale: system.pinAtSale }),
    balances: { get: async () => [] },
    networks: { views: () => [] },
    reports: createReports({ ledger, now, shifts, purchases }),
    vault: { verify } as Vault,
    receipts,
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
  const signIn = (name: string): Promise<void> => session.signIn(ids.get(name) ?? '', '4711')
  shifts.setPrices(prices)
  shifts.open('500')
  await session.turnOn(password)
  await signIn('Ana')
  return {
    till,
    session,
    handlers,
    codes,
    system,
    signIn,
    async sell(sku = topup, typed = null, pin = null) {
      const offer = await till.quote('harbour', 'usdc', sku)
      const { price } = await handlers['sales.offer']({ purchaseId: offer.purchaseId })
      const cash = { price, given: '500', password: typed, pin, acceptSame: true }
      return handlers['sales.confirm']({ ...plainConsentTo(offer), ...cash })
    },
    takeOut: async (amount, typed = null) =>
      handlers['shift.move']({ direction: 'out', amount, reason: 'Bank', password: typed }),
    report: async () => handlers['shift.report']({ number: null }),
    setPrinter: (printer) => void receipts.setHead({ ...receipts.head(), printer }),
  }
}

/** Returns the code of the error that a sale or request ends with, or `sold`. */
export const why = (tried: Promise<unknown>): Promise<unknown> =>
  tried.then(
    () => 'sold',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
