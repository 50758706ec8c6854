import { expect, it } from 'vitest'
import { z } from 'zod'
import { events, requests, type RequestName } from './contract.ts'

/** The cost, the margin and the payment of a purchase. */
const ownersAffairs: ReadonlySet<string> = new Set([
  'totalAmount',
  'assetAmount',
  'feeAmount',
  'networkFee',
  'cost',
  'margin',
  'marginLost',
  'costLost',
  'fromAddress',
  'recipient',
  'steps',
  'hash',
  'explorerUrl',
])

/** Returns the names of all fields that a schema can output. */
function fieldsOf(schema: z.ZodType): string[] {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), (key, value: unknown) => {
    if (key === 'properties') names.push(...Object.keys(value as object))
    return value
  })
  return names
}
const affairsIn = (schema: z.ZodType): string[] => fieldsOf(schema).filter((name) => ownersAffairs.has(name))

it('only the manager sees the cost, margin and payment of a purchase, except in the offer to accept', () => {
  const answers = Object.entries(requests)
    .filter(([, { permission }]) => permission !== 'manager')
    .map(([name, { output }]) => [name, affairsIn(output)])
  const notified = Object.entries(events)
    .filter(([, { permission }]) => permission !== 'manager')
    .map(([name, { payload }]) => [name, affairsIn(payload)])
  expect([...answers, ...notified].filter(([, affairs]) => affairs?.length !== 0)).toEqual([
    ['checkout.quote', ['assetAmount', 'feeAmount', 'totalAmount', 'recipient', 'steps']],
  ])
})

it('a network fee in dollars is shown to those who see the fee, and to no one else', () => {
  const answers = Object.entries(requests).map(
    ([name, { output, permission }]) => [name, fieldsOf(output), permission] as const,
  )
  const inDollars = answers.filter(([, fields]) => fields.includes('networkFeeInDollars'))
  expect(inDollars.filter(([, fields]) => !fields.includes('networkFeeAtMost'))).toEqual([])
  const ofOthers = inDollars.filter(([, , permission]) => permission !== 'manager')
  expect(ofOthers.map(([name, , permission]) => [name, permission])).toEqual([['checkout.quote', 'clerk']])
  expect(Object.values(events).flatMap(({ payload }) => fieldsOf(payload))).not.toContain('networkFeeInDollars')
})

it('clerks may send no request about purchases', () => {
  const ofPurchases = Object.entries(requests).filter(([name]) => name.startsWith('purchases.'))
  expect(ofPurchases.length).toBeGreaterThan(8)
  expect(ofPurchases.filter(([, { permission }]) => permission !== 'manager')).toEqual([])
})

/** Repeats the permissions, so that a table that permits too much fails here. */
const requestsOf: Readonly<Record<'customer' | 'nobody' | 'clerk', readonly RequestName[]>> = {
  customer: ['customer.get'],
  nobody: [
    'app.get',
    'app.active',
    'app.renew',
    'settings.set',
    'connection.get',
    'kiosk.turnOff',
    'kiosk.signIn',
    'kiosk.signInManager',
    'kiosk.signOut',
    'clerks.list',
    'vault.prepareForPassword',
    'vault.lock',
    'support.noteError',
  ],
  clerk: [
    'counter.get',
    'customer.show',
    'shop.get',
    'shift.get',
    'shift.cashOut',
    'shift.move',
    'shift.count',
    'shift.noteCount',
    'shift.keepCount',
    'shift.keptCount',
    'shift.openDrawer',
    'shift.entries',
    'receipt.print',
    'budget.get',
    'sales.price',
    'sales.same',
    'sales.offer',
    'sales.confirm',
    'sales.get',
    'sales.receipt',
    'sales.print',
    'sales.refundCash',
    'sales.left',
    'sales.delivery',
    'sales.list',
    'sales.refresh',
    'wallet.balances',
    'favourites.list',
    'phone.find',
    'phone.countries',
    'catalog.nearest',
    'catalog.meanings',
    'catalog.status',
    'catalog.refresh',
    'catalog.browse',
    'catalog.search',
    'catalog.facets',
    'catalog.rates',
    'catalog.changes',
    'catalog.seen',
    'catalog.brand',
    'catalog.variant',
    'countries.list',
    'networks.list',
    'checkout.check',
    'checkout.underWay',
    'connection.check',
    'checkout.doubtNumber',
    'checkout.lastPaymentMethod',
    'checkout.quote',
  ],
}

it('customers look, clerks sell and print, signed-out users sign in, and only the manager does the rest', () => {
  const names = Object.keys(requests) as RequestName[]
  for (const role of ['customer', 'nobody', 'clerk'] as const)
    expect(names.filter((name) => requests[name].permission === role).toSorted()).toEqual(requestsOf[role].toSorted())
})
