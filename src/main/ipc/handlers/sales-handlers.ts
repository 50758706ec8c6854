import { setTimeout } from 'node:timers/promises'
import type { salesRequests } from '../../../shared/sales/contract.ts'
import type { SaleView } from '../../../shared/sales/views.ts'
import { createKeptCounts } from '../../sales/drawer/kept-counts.ts'
import type { People } from '../../people/open-people.ts'
import type { Drawer } from '../../sales/drawer/create-drawer.ts'
import type { Reports } from '../../sales/reports/create-reports.ts'
import type { Sales } from '../../sales/create-sales.ts'
import type { Shifts } from '../../sales/shifts/create-shifts.ts'
import type { CashPrices } from '../../sales/prices/cash-prices.ts'
import type { Balances } from '../../chain/balances/balances.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import type { SettingsView } from '../../../shared/app/views.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Clerks } from '../../kiosk/clerks.ts'
import type { Session } from '../../kiosk/session.ts'
import type { Receipts } from '../../receipts/create-receipts.ts'
import type { Vault } from '../../vault/vault.ts'
import { acceptsFee } from '../../vault/accepts-fee.ts'
import type { Handlers, HandlersOf, NamesOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'

export interface SalesParts {
  readonly sales: Sales
  readonly reports: Reports
  readonly shifts: Shifts
  readonly cashPrices: Pick<CashPrices, 'show' | 'try' | 'changes'>
  readonly balances: Pick<Balances, 'get'>
  readonly networks: { views(): readonly NetworkView[] }
  readonly drawer: Drawer
  readonly people: Pick<People, 'list'>
  readonly session: Session
  readonly clerks: Pick<Clerks, 'prove'>
  settings(): Pick<SettingsView, 'pinAtSale'>
  readonly vault: Vault
  readonly receipts: Receipts
  /** Learns the service's fee from a product's price; returns whether it is known now. */
  learnFee(sku: string): Promise<boolean>
  /** Learns the fee for what the counter sells, if it is not known yet; never throws. */
  learnFeeForShift(): Promise<void>
  /** Learns the fee for products, if it is not known yet and was not asked for; returns whether it did. */
  learnFeeOnce(skus: readonly string[]): Promise<boolean>
  readonly save: SaveFile
  /** Called if the cash drawer did not open. */
  drawerFailed(): void
  /** Prints the page. */
  print(): Promise<boolean>
}

/** Answers requests about sales for cash. */
export function salesHandlers(parts: SalesParts): HandlersOf<typeof salesRequests> {
  const { sales, reports, shifts, cashPrices, people, session, clerks, vault, receipts, print, save } = parts

  /** The id of the current user; null is the manager. */
  const clerk = (): string | null => session.view().clerk?.id ?? null
  /** The sales for which the drawer was opened: pressing twice sells once, and opens it once. */
  const opened = new Set<string>()
  /** Opens the drawer for what is recorded already, which neither waits for it nor fails with it. */
  function openDrawer(): void {
    if (receipts.hasDrawer()) void receipts.openDrawer().catch(() => parts.drawerFailed())
  }
  return {
    ...priceHandlers(parts),
    ...shiftHandlers(parts, clerk, openDrawer),
    'sales.price'({ sku }) {
      const shown = cashPrices.show(sku)
      const currency = shifts.prices()?.currency
      return shown === null || currency === undefined ? null : { currency, ...shown }
    },
    'sales.same': (delivery) => sales.same(delivery),
    'sales.offer': ({ purchaseId }) => sales.offer(purchaseId, clerk()),
    async 'sales.confirm'({ password, pin, ...input }) {
      const [seller, isManager] = [clerk(), session.role() === 'manager']
      if (seller !== null && parts.settings().pinAtSale) await provePin(clerks, seller, pin)
      const acceptFee = await acceptsFee(vault, password)
      const sold = await sales.confirm({ ...input, acceptFee, byManager: acceptFee || isManager }, seller)
      // Before the receipt, which the page asks for next: the clerk gives the change while it prints.
      if (!opened.has(sold.purchaseId)) openDrawer()
      opened.add(sold.purchaseId)
      return sold
    },
    async 'sales.left'() {
      const balances = await parts.balances.get(false)
      return sales.left(parts.networks.views(), balances, session.role() === 'manager')
    },
    'sales.get': ({ purchaseId }) => sales.find(purchaseId),
    'sales.receipt': ({ purchaseId }) => sales.receipt(purchaseId, clerk()),
    'sales.cost': ({ purchaseId }) => sales.cost(purchaseId),
    'sales.delivery': ({ purchaseId }) => sales.delivery(purchaseId),
    async 'sales.print'({ purchaseId }) {
      const receipt = sales.receipt(purchaseId, clerk())
      if (receipts.head().printer !== 'system') await receipts.print(receipt)
      else if (!(await print())) return sales.get(purchaseId)
      return sales.printed(purchaseId)
    },
    'sales.refundCash': (refund) =>
      handOut(openDrawer, sales.get(refund.purchaseId), () => sales.refundCash(refund, clerk())),
    'sales.giveBack': (refund) => handOut(openDrawer, sales.get(refund.purchaseId), () => sales.giveBack(refund)),
    'sales.list': (input) => sales.search(input, session.role() === 'manager' ? people.list() : null),
    'sales.refresh': () => sales.refresh(),
    'sales.report': ({ period }) => reports.report(period),
    'sales.day': ({ day }) => reports.day(day),
    async 'sales.printDay'({ day }) {
      if (typeof receipts.head().printer === 'object') await receipts.printDay(reports.day(day))
      else await print()
    },
    async 'sales.export'({ password, ...input }) {
      if (password !== null) await vault.verify(password)
      const { name, text } = reports.exportSales({ ...input, references: password === null ? 'masked' : 'whole' })
      return save(name, text)
    },
  }
}

/** Refunds a sale, and opens the drawer unless its cash was given back `before`. */
function handOut(openDrawer: () => void, before: SaleView, refund: () => SaleView): SaleView {
  const refunded = refund()
  if (before.refundedCash === null) openDrawer()
  return refunded
}

function priceHandlers({
  shifts,
  cashPrices,
  learnFee,
  learnFeeOnce,
}: SalesParts): Pick<Handlers, NamesOf<`prices.${string}`>> {
  return {
    'prices.get': () => shifts.prices(),
    'prices.set': (prices) => shifts.setPrices(prices),
    'prices.changes': () => {
      const { currency = '' } = shifts.current() ?? {}
      return { currency, changes: cashPrices.changes() }
    },
    'prices.try': ({ sku, prices }) => cashPrices.try(sku, prices),
    'prices.learnFee': ({ sku }) => learnFee(sku),
    'prices.learnFeeOnce': ({ skus }) => learnFeeOnce(skus),
  }
}

/** `clerk` returns the id of the current user; null is the manager. */
function shiftHandlers(
  { shifts, drawer, reports, vault, receipts, learnFeeForShift, print, save }: SalesParts,
  clerk: () => string | null,
  openDrawer: () => void,
): Pick<Handlers, NamesOf<`shift.${string}`>> {
  const counts = createKeptCounts(() => shifts.current()?.number ?? null)
  /** The question about the fee in progress, which two presses share. */
  let asking: Promise<void> | null = null
  return {
    'shift.get': () => shifts.current(),
    async 'shift.open'({ float }) {
      shifts.assertMayOpen()
      asking ??= learnFeeForShift().finally(() => (asking = null))
      await asking
      const opened = shifts.open(float)
      counts.forget(clerk())
      return opened
    },
    'shift.cashOut': () => ({ left: shifts.cashOutLeft(clerk()) }),
    async 'shift.move'({ password, ...move }) {
      const mover = clerk()
      if (password !== null) await vault.verify(password)
      shifts.move(move, mover, password !== null)
      openDrawer()
    },
    async 'shift.openDrawer'({ reason }) {
      drawer.note(reason, clerk())
      if (receipts.hasDrawer()) await receipts.openDrawer()
    },
    'shift.entries': () => drawer.entries(clerk()),
    'shift.report': ({ number }) => shifts.report(number),
    async 'shift.print'({ number }) {
      const report = shifts.report(number)
      if (typeof receipts.head().printer === 'object') await receipts.printReport(report)
      else await print()
    },
    'shift.keepCount': (draft) => counts.keep(clerk(), draft),
    'shift.keptCount': () => counts.of(clerk()),
    'shift.count'(cash) {
      const counted = shifts.count(cash, clerk())
      counts.forget(clerk())
      return counted
    },
    'shift.noteCount': ({ note }) => shifts.noteCount(note, clerk()),
    async 'shift.checkPayments'({ number }) {
      await reports.checkPayments(number)
      return shifts.report(number)
    },
    async 'shift.close'() {
      const { number } = shifts.close()
      await withinTime(reports.checkPayments(number))
      return shifts.report(number)
    },
    'shift.list': (input) => shifts.list(input),
    'shift.export'(input) {
      const { name, text } = reports.exportShifts(input)
      return save(name, text)
    },
  }
}

/** As long as the manager waits for the nodes when a shift closes. */
const CHECK_MS = 10_000

/** Waits for a check, but not for long; one that fails or takes longer is not needed. */
async function withinTime(check: Promise<void>): Promise<void> {
  const timeout = new AbortController()
  const given = setTimeout(CHECK_MS, undefined, { signal: timeout.signal }).catch(() => undefined)
  await Promise.race([check.catch(() => undefined), given])
  timeout.abort()
}

/** Throws AppError unless the PIN is the clerk's; a wrong one counts as at the sign-in. */
async function provePin(clerks: Pick<Clerks, 'prove'>, clerk: string, pin: string | null): Promise<void> {
  if (pin === null)
    throw new AppError('not-allowed', 'Each sale needs the PIN of its clerk', { details: { reason: 'needs-pin' } })
  await clerks.prove(clerk, pin)
}
