import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileSchema } from '../../shared/services/profile.ts'
import { openCodes } from '../codes/open-codes.ts'
import { knownRecipients } from '../engine/known-recipients.ts'
import { openNotes } from '../notes/open-notes.ts'
import { dismissArrival } from '../purchases/external/answer-external.ts'
import { createExternal } from '../purchases/external/create-external.ts'
import { findExternal } from '../purchases/external/external-book.ts'
import type { Finding } from '../purchases/external/external-payment.ts'
import { listFindings } from '../purchases/external/external-repository.ts'
import { takePayment } from '../purchases/external/take-payment.ts'
import { listAlike } from '../purchases/list-alike.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { createPurchaseViews } from '../purchases/show-purchases.ts'
import { insertShownTotal } from '../purchases/shown-total-repository.ts'
import { createRecentIds } from '../purchases/recent-ids.ts'
import { openReminders } from '../reminders/open-reminders.ts'
import { readCurrentProfile, readToken } from '../settings/profiles-repository.ts'
import { saveProfile } from '../settings/save-profile.ts'
import { toTransferView } from '../transfers/transfer-view.ts'
import { listTransfers } from '../transfers/transfer-repository.ts'
import type { TransfersContext } from '../transfers/transfers-context.ts'
import { openPeopleParts } from '../wiring/people.ts'
import { createMachines, type TestMachines } from '../../testing/backup/backup.ts'
import { carryOver, type CarriedOver } from '../../testing/backup/carry-over.ts'
import { ledgerRows, readTables } from '../../testing/db/ledger-rows.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'

const at = Date.UTC(2030, 0, 1, 12)
const hour = 3_600_000
/** The time of the restore, after everything that the ledger holds. */
const now = (): number => at + hour

let machines: TestMachines
let books: TestLedger
beforeEach(async () => {
  machines = await createMachines()
  books = openTestLedger(machines.recordsKey)
})
afterEach(() => {
  books.dispose()
  machines.close()
})

/** Returns what a restored ledger has in its tables: all but the wrong passwords, and when it was restored. */
const restoredFrom = (tables: ReturnType<typeof readTables>): ReturnType<typeof readTables> => ({
  ...tables,
  unlock_throttle: [],
  ledger_state: [{ id: 1, restored_at: now() }],
})

it('a restored backup has every row of every table', async () => {
  const { ledger } = machines
  ledger.exec(ledgerRows())
  const before = readTables(ledger)
  const carried = await carryOver(machines, ledger, now())
  const after = readTables(carried.ledger)
  carried.ledger.close()
  const empty = Object.keys(before).filter((name) => before[name]?.length === 0)
  expect(empty, 'Without a row in ledger-rows.ts, nobody knows that it is carried over').toEqual([])
  expect(after).toEqual(restoredFrom(before))
})

function contextOf(carried: CarriedOver): PurchaseContext {
  const recipients = knownRecipients(carried.ledger, now)
  return {
    ...carried,
    now,
    recipients,
    current: () => null,
    service: () => null,
  } as Partial<PurchaseContext> as PurchaseContext
}

const never = (): never => {
  throw new Error('Nothing runs here')
}
const isOpen = { isLocked: () => false }
const noWaits = { chain: null, service: null }

function partsOf(context: PurchaseContext) {
  const alike = (ids: readonly string[]): ReturnType<typeof listAlike> => listAlike(context, ids)
  return {
    people: openPeopleParts({ ...context, vault: isOpen, settings: () => ({ homeCountry: 'MX' }) }),
    notes: openNotes(context),
    codes: openCodes({ ...context, ...isOpen }),
    reminders: openReminders({ ...context, purchases: { alike } }),
    external: createExternal(context, { onPaid: never }),
    purchases: createPurchaseViews(context, { shown: createRecentIds(1), waitsOf: () => noWaits, logo: () => null }),
  }
}

/** Returns what the pages show of a ledger. */
function shownOf(context: PurchaseContext): Record<string, unknown> {
  const { people, notes, codes, reminders, external, purchases } = partsOf(context)
  const { purchases: bought } = purchases.list({ status: null, offset: 0, limit: 50 })
  const { transfers } = listTransfers(context.ledger, { offset: 0, limit: 50 })
  const profile = readCurrentProfile(context.ledger)
  return {
    people: people.list(),
    purchases: bought.map(({ id }) => purchases.get(id)),
    transfers: transfers.map((one) => toTransferView(context as unknown as TransfersContext, one, null)),
    notes: [...bought, ...transfers].map(({ id }) => notes.get(id)),
    codes: codes.list(null).map((code) => ({ ...code, ...codes.reveal(code.id) })),
    reminders: reminders.list(),
    external: external.list(),
    questions: external.attention(),
    findings: external.list().map(({ id }) => listFindings(context.ledger, id)),
    profile,
    token: profile && readToken(context.ledger, context.sealer, profile.id),
  }
}

/** Asks another wallet to pay. */
function ask(context: PurchaseContext): string {
  const id = storeExternal(context, { at })
  insertShownTotal(context.ledger, id, { currency: 'MXN', amount: '93.25' })
  return id
}
const arrivalOf = (digit: number, units = 5_100_000n): Finding =>
  findingOf({ hash: `0x${String(digit).repeat(64)}`, units, at: at + 1 })

function askOthers(context: PurchaseContext): void {
  const waiting = ask(context)
  const [open, answered] = [arrivalOf(5, 4_000_000n), arrivalOf(6, 3_000_000n)]
  for (const arrival of [open, answered]) storeArrival(context, waiting, arrival)
  dismissArrival(context, waiting, answered)
  const paid = ask(context)
  const call = { to: null, data: '0x', value: 0n, chainId: 7 } as const
  const bytes = { raw: '0x02', signer: from, nonce: 3, feeAtMost: 9n, ...call } as const
  expect(takePayment(context, findExternal(context, paid), arrivalOf(7), bytes)).toEqual([paid])
}

/** Fills a ledger with what the owner of a wallet writes, keeps and awaits. */
function fill(context: PurchaseContext): void {
  const { ledger, sealer } = context
  const { people, notes, codes, reminders } = partsOf(context)
  const options = { db: ledger, sealer, hasOpenPurchases: () => false, newId: () => 'p', now: () => at }
  const service = { name: 'Test', baseUrl: 'https://service.example', integrator: 'corner-shop' }
  saveProfile(options, profileSchema.parse({ ...service, returnsCodes: true, token: 'a token' }))
  people.save({
    id: null,
    name: 'Mum',
    colour: 'rose',
    phones: ['+52 55 1234 5678'],
    emails: ['mum@example.org'],
    addresses: [newAddress()],
  })
  const inMoney = { currency: 'MXN', amount: '105.2' }
  const bought = books.store({ createdAt: at - hour, reference: '+525512345678', country: 'MX', inMoney })
  notes.set({ id: bought, note: 'For Mum', tags: ['family', 'monthly'] })
  notes.set({ id: storeTransfer(ledger, { at, state: 'final' }), note: 'Rent', tags: ['home'] })
  const typed = { purchaseId: bought, pin: '4821', expiresOn: '2031-05-17', note: 'In the drawer' }
  const { id } = codes.keep({ ...typed, text: 'ABCD-1234-EFGH' })
  codes.mark({ id, isUsed: true, rest: '2.50', expiresOn: '2031-05-17', note: 'Half of it' }, () => terms.quote)
  codes.keepReturned(bought, [{ text: 'WXYZ-9876', pin: null }])
  reminders.set({ purchaseId: bought, schedule: { kind: 'days', days: 28 } })
  askOthers(context)
}

it('a restored backup shows the same people, notes, codes, reminders, awaited payments, totals and service', async () => {
  const context = contextOf(books.context)
  fill(context)
  const [before, rows] = [shownOf(context), readTables(context.ledger)]
  const carried = await carryOver(machines, context.ledger, now())
  const [after, restored] = [shownOf(contextOf(carried)), readTables(carried.ledger)]
  carried.ledger.close()
  expect(after).toEqual(before)
  expect(restored).toEqual(restoredFrom(rows))
  expect(restored['steps']).toMatchObject([{ kind: 'pay' }, { kind: 'send' }, { kind: 'pay', signed_elsewhere: 1 }])
  expect(after).toMatchObject({
    people: [{ name: 'Mum', colour: 'rose', phones: ['+525512345678'], emails: ['mum@example.org'] }],
    purchases: [{ inMoney: { amount: '93.25' } }, { inMoney: { amount: '105.2' } }],
    transfers: [{ amount: '50' }],
    codes: [
      { text: 'WXYZ-9876', isFromService: true },
      { text: 'ABCD-1234-EFGH', pin: '4821', isUsed: true, rest: '2.50', expiresOn: '2031-05-17', note: 'Half of it' },
    ],
    reminders: [{ schedule: { kind: 'days', days: 28 } }],
    external: [{ state: 'late', reference: '+525512345678', arrivals: [{ amount: '4' }], unused: [{ amount: '3' }] }],
    questions: [{ about: 'external-payment' }],
    findings: [[{ answeredAt: null }, { answeredAt: at + hour }]],
    profile: { settings: { returnsCodes: true } },
    token: 'a token',
  })
})
