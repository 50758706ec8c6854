import { beforeEach, expect, it } from 'vitest'
import type { App } from '../app-options.ts'
import { createLifecycle, type LifecycleParts } from './lifecycle.ts'

/** What the parts did, in order. */
let done: string[]
/** Ends what waits: the page's first request, and each part that stops. */
let ask: () => void
let finishStopping: () => void
let giveUp: AbortController
let ledger: { open: boolean }
let isOld: boolean
let onOpen: () => void

beforeEach(() => {
  done = []
  giveUp = new AbortController()
  ledger = { open: true }
  isOld = true
  onOpen = () => undefined
})

/** Creates an app of parts that record what they do; whatever stops takes until `finishStopping`. */
function create(): App {
  const pageRequested = new Promise<void>((resolve) => (ask = resolve))
  const stopping = new Promise<void>((resolve) => (finishStopping = resolve))
  const does = (name: string) => () => void done.push(name)
  const stops = (name: string) => async () => {
    done.push(`${name} stops`)
    await stopping
    done.push(`${name} stopped`)
  }
  giveUp.signal.addEventListener('abort', does('give up'))
  const parts = {
    config: { devServer: null },
    images: {},
    catalog: {},
    log: does('log'),
    shell: {
      open: async () => {
        done.push('window')
        onOpen()
      },
    },
    giveUp,
    ledger,
    closeStores: () => done.push('stores closed'),
    catalogs: { isOld: () => isOld, refresh: async () => done.push('catalog') },
    useCurrentService: does('service'),
    checkService: does('check service'),
    closeCatalog: stops('catalog'),
    dailyCopies: { start: does('copies'), stop: stops('copies') },
    backupFiles: { start: does('backups'), stop: stops('backups') },
    clipboard: { clear: stops('clipboard') },
    vault: { lock: stops('vault') },
    idleTimer: { stop: does('idle timer') },
    fillWindow: async () => {
      await Promise.resolve()
      done.push('fill window')
    },
    placeCustomerWindow: does('customer’s window'),
    spending: { start: does('spending'), stop: stops('spending'), reconcile: does('reconcile') },
    services: { close: does('services closed') },
    registers: { stop: stops('registers') },
    sales: { takeBackLosses: does('take back losses') },
    updates: { start: does('updates'), stop: stops('updates') },
    desktopNews: { start: does('news'), stop: does('news stop') },
    prefetch: { begin: async () => done.push('first answers'), pageRequested },
  }
  return createLifecycle(parts as unknown as LifecycleParts)
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const background = ['reconcile', 'updates', 'catalog', 'check service', 'take back losses']
const inBackground = (): string[] => done.filter((one) => background.includes(one))

it('takes up what is open and backs up before the window opens, which fills the screen before it is seen', async () => {
  await create().start()
  expect(done).toEqual([
    'spending',
    'copies',
    'backups',
    'service',
    'fill window',
    'customer’s window',
    'first answers',
    'window',
    'news',
  ])
})

it.each([
  ['a catalog that is old', true, 'catalog'],
  ['the connection beside a new catalog', false, 'check service'],
])(
  'asks the network, as for %s, only after the page asked, and takes back what a crash left',
  async (_, old, asked) => {
    isOld = old
    await create().start()
    await settle()
    expect(inBackground()).toEqual([])
    ask()
    await settle()
    expect(inBackground()).toEqual(['reconcile', 'updates', asked, 'take back losses'])
  },
)

it('asks nothing if it was stopped before the page asked', async () => {
  await create().start()
  ledger.open = false
  ask()
  await settle()
  expect(inBackground()).toEqual([])
})

it('notifies the desktop of nothing if the window was closed while it opened', async () => {
  onOpen = () => giveUp.abort()
  await create().start()
  expect(done).not.toContain('news')
})

it('locks the vault, clears the clipboard and waits for every part before the ledger is closed', async () => {
  const app = create()
  await app.start()
  done = []
  const stopped = app.stop()
  await settle()
  const parts = ['clipboard', 'spending', 'registers', 'updates', 'copies', 'backups', 'catalog', 'vault']
  const first = ['idle timer', 'news stop', 'give up', 'services closed']
  expect(done).toEqual([...first, ...parts.map((name) => `${name} stops`)])
  finishStopping()
  await stopped
  expect(done.slice(first.length + parts.length)).toEqual([...parts.map((name) => `${name} stopped`), 'stores closed'])
})
