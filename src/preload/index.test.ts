import { beforeEach, expect, it, vi } from 'vitest'
import type { TillBridge } from '../shared/contract.ts'

type Relay = (event: unknown, name: unknown, payload: unknown) => void

/** Stands in for the `electron` module: records what the preload gives to the page. */
const stand = vi.hoisted(() => ({
  exposed: [] as [string, object][],
  invoked: [] as unknown[][],
  relays: new Set<unknown>(),
}))

vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: object) => stand.exposed.push([name, value]) },
  ipcRenderer: {
    invoke: (...args: unknown[]) => (stand.invoked.push(args), Promise.resolve({ ok: true, value: null })),
    on: (channel: string, relay: unknown) => channel === 'till:event' && stand.relays.add(relay),
    off: (channel: string, relay: unknown) => channel === 'till:event' && stand.relays.delete(relay),
  },
}))

await import('./index.ts')
const bridge = stand.exposed[0]?.[1] as TillBridge

beforeEach(() => void (stand.invoked.length = 0))

/** The number is that of the security checklist in Electron's documentation. */
it('20: shows the page request() and on(), and nothing of Electron', () => {
  expect(stand.exposed.map(([name, value]) => [name, Object.keys(value).toSorted()])).toEqual([
    ['till', ['on', 'request']],
  ])
})

it('asks on one channel only, and passes on no more than a name and an input', async () => {
  await (bridge.request as (...args: unknown[]) => Promise<unknown>)('app.get', { a: 1 }, 'more')
  expect(stand.invoked).toEqual([['till:request', 'app.get', { a: 1 }]])
})

it('gives a listener the payload of its own event, never Electron’s event object, until it stops listening', () => {
  const listener = vi.fn()
  const stop = bridge.on('budget.changed', listener)
  const [relay] = [...stand.relays] as [Relay]
  relay({ sender: 'electron' }, 'budget.changed', 7)
  relay({ sender: 'electron' }, 'balances.changed', 8)
  expect(listener.mock.calls).toEqual([[7]])
  stop()
  expect(stand.relays.size).toBe(0)
})
