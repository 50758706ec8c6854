import { expect, it } from 'vitest'
import { events, type EventName } from '../../../shared/contract.ts'
import { roles, type Role } from '../../../shared/kiosk/roles.ts'
import { createPageEmitter } from './page-emitter.ts'

const names = Object.keys(events) as EventName[]

/** Repeats the permissions, so that a table that allows too much fails. */
const heardBy: Readonly<Record<Role, readonly EventName[]>> = {
  customer: ['customer.changed'],
  nobody: ['app.changed', 'connection.changed', 'customer.changed'],
  clerk: [
    'customer.changed',
    'app.changed',
    'catalog.changed',
    'budget.changed',
    'connection.changed',
    'balances.changed',
    'purchase.progressed',
    'drawer.failed',
  ],
  manager: names,
}

it.each(roles)('emits to the role %s only its own events', (role) => {
  const emitted: unknown[] = []
  const emitToPage = createPageEmitter({ role: () => role, emit: (...event) => void emitted.push(event) })
  const payload = (name: EventName): never =>
    (name === 'balances.changed' ? [] : { of: name, wallet: null, newerVersion: null, waitingService: null }) as never
  for (const name of names) emitToPage(name, payload(name))
  expect(emitted).toEqual(names.filter((name) => heardBy[role].includes(name)).map((name) => [name, payload(name)]))
})

it('does not reveal balances to a clerk', () => {
  const emitted: unknown[] = []
  const emitToPage = createPageEmitter({ role: () => 'clerk', emit: (_, payload) => void emitted.push(payload) })
  const rest = { networkKey: 'harbor', reserved: {}, readAt: null, last: null, error: null }
  emitToPage('balances.changed', [{ ...rest, native: '1', tokens: { usdc: '5', dai: '0' } }])
  expect(emitted).toEqual([[{ ...rest, native: null, tokens: { usdc: null, dai: '0' } }]])
})

it('emits no more clerk events after sign-out', () => {
  const emitted: EventName[] = []
  let role: Role = 'clerk'
  const emitToPage = createPageEmitter({ role: () => role, emit: (name) => void emitted.push(name) })
  emitToPage('catalog.changed', {} as never)
  role = 'nobody'
  emitToPage('catalog.changed', {} as never)
  emitToPage('connection.changed', {} as never)
  expect(emitted).toEqual(['catalog.changed', 'connection.changed'])
})
