import { beforeEach, expect, it } from 'vitest'
import { createEventBus, type EventBus } from '../events.ts'
import { subscribe, type Subscribers } from './subscribe.ts'

/** What the parts were asked to do, in order. */
let done: string[]
let events: EventBus
let errors: unknown[]
beforeEach(() => {
  done = []
  errors = []
  events = createEventBus((error) => errors.push(error))
  subscribe(events, parts())
})

function parts(): Subscribers {
  const does =
    (name: string) =>
    (...given: unknown[]): void =>
      void done.push([name, ...given].join(' '))
  const given = {
    session: { signOut: does('sign out') },
    idleTimer: { restart: () => done.push('restart the idle timer') },
    placeCustomerWindow: () => done.push('place the customer’s window'),
    balances: { refresh: () => done.push('read balances'), recount: () => done.push('count balances') },
    catalogs: { refresh: async () => done.push('refresh the catalog') },
    useCurrentService: does('use the service'),
    checkService: () => done.push('check the service'),
    backupFiles: { opened: (key: Uint8Array) => done.push(`note the key ${key.join('')}`) },
    payingStop: { diskFailed: (error: unknown) => done.push(`stop paying: ${String(error)}`) },
    services: { forget: does('forget the service of') },
    spending: {
      goOn: () => done.push('go on'),
      networkChanged: () => done.push('show the network'),
      reconcile: () => done.push('reconcile'),
    },
    sales: { takeBackLosses: () => done.push('take back losses') },
    emitToPage: (name: string) => done.push(`page: ${name}`),
    emitToCustomer: (name: string) => done.push(`customer: ${name}`),
    appView: () => ({}),
    customerView: () => ({}),
  }
  return given as unknown as Subscribers
}

const shown = ['page: app.changed', 'place the customer’s window', 'customer: customer.changed']
const after = (emit: (bus: EventBus) => void): string[] => {
  emit(events)
  expect(errors).toEqual([])
  return done
}

it('a locked vault signs the user out before any page shows that', () => {
  expect(after((bus) => bus.emit('vault.locked'))).toEqual(['sign out', ...shown])
})

it('an opened vault gives its records key to the backups, and the lock its whole time', () => {
  expect(after((bus) => bus.emit('vault.opened', Uint8Array.of(7)))).toEqual([
    'note the key 7',
    'restart the idle timer',
  ])
})

it('a disk that failed stops payments before the page shows why', () => {
  expect(after((bus) => bus.emit('disk.failed', 'full'))).toEqual(['stop paying: full', ...shown])
})

it('an unlocked wallet, another account and a service that answers continue what waited', () => {
  expect(after((bus) => bus.emit('wallet.unlocked'))).toEqual([...shown, 'go on'])
  done.length = 0
  expect(after((bus) => bus.emit('account.used'))).toEqual(['read balances', 'go on'])
  done.length = 0
  expect(after((bus) => bus.emit('service.online'))).toEqual(['go on'])
})

it('a saved profile is used without the old one’s connection, from its catalog on', () => {
  expect(after((bus) => bus.emit('profile.saved', 'p'))).toEqual([
    'forget the service of p',
    'use the service',
    'refresh the catalog',
    ...shown,
  ])
})

it('an emptied catalog is read again', () => {
  expect(after((bus) => bus.emit('catalog.emptied'))).toEqual(['refresh the catalog'])
})

it('a network that changed is shown where something waits for it, and the service is checked with it', () => {
  expect(after((bus) => bus.emit('network.changed'))).toEqual(['show the network', 'check the service'])
})

it('networks that are known now are read, and what was sent elsewhere is reconciled', () => {
  expect(after((bus) => bus.emit('metadata.read'))).toEqual(['read balances', 'reconcile'])
})

it('balances are read when coins moved and when the service falls silent or answers', () => {
  expect(after((bus) => bus.emit('coins.moved', 'transfer'))).toEqual(['read balances'])
  done.length = 0
  expect(after((bus) => bus.emit('service.turned'))).toEqual(['read balances'])
})

it('a purchase or refund that changed takes back a clerk’s losses', () => {
  expect(after((bus) => bus.emit('purchase.changed', 'a'))).toEqual(['take back losses'])
  done.length = 0
  expect(after((bus) => bus.emit('refunds.changed', ['a']))).toEqual(['take back losses'])
})

it.each([
  ['paying', ['count balances']],
  ['delivered', []],
] as const)('a purchase that is shown as %s changes what can be spent: %j', (status, expected) => {
  expect(after((bus) => bus.emit('purchase.shown', { status } as never))).toEqual(expected)
})

it('what the customer sees, and a drawer that stays shut, reach only their own page', () => {
  expect(after((bus) => bus.emit('customer.changed'))).toEqual(['customer: customer.changed'])
  done.length = 0
  expect(after((bus) => bus.emit('drawer.failed'))).toEqual(['page: drawer.failed'])
})
