import { AppError } from '../../src/shared/errors.ts'
import { openClerks, type Clerks } from '../../src/main/kiosk/clerks.ts'
import { createSession, type Session } from '../../src/main/kiosk/session.ts'
import { createSales, type Sales } from '../../src/main/sales/create-sales.ts'
import { createShifts, type Shifts } from '../../src/main/sales/shifts/create-shifts.ts'
import { openCashPrices } from '../../src/main/sales/prices/cash-prices.ts'
import { openShop, type Shop, type ShopOptions } from '../sales/shop.ts'

/** One process of a register that sells for cash: locked, and with nobody signed in. */
export interface Counter extends Shop {
  readonly sales: Sales
  readonly shifts: Shifts
  readonly clerks: Clerks
  readonly session: Session
}

export const PASSWORD = 'the manager’s alone'
export const PINS = { Ana: '4711', Ben: '0815' } as const

/** Starts a register with its files. */
export function openCounter(options: Omit<ShopOptions, 'isLocked' | 'onChanged'>): Counter {
  let locked = true
  const shop = openShop({ ...options, isLocked: () => locked, onChanged: () => undefined })
  const { ledger, purchases } = shop
  const { now } = options.clock
  const shifts = createShifts(ledger, now)
  const clerks = openClerks({
    ledger,
    now,
    sealer: options.sealer,
    monotonic: now,
    pinCost: { N: 16, r: 1, p: 1 },
  })
  const session = createSession({
    marker: { read: () => null, remove: () => undefined },
    mark: () => undefined,
    ledger,
    now,
    clerks,
    onChanged: () => undefined,
    async provePassword(typed) {
      if (typed !== PASSWORD) throw new AppError('wrong-password', 'Wrong')
      locked = false
    },
  })
  const cashPrices = openCashPrices(ledger, { product: () => null }, shifts, () => null)
  return { ...shop, shifts, clerks, session, sales: createSales({ ledger, now, shifts, cashPrices, purchases }) }
}
