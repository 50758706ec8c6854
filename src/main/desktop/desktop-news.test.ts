import { beforeEach, describe, expect, it } from 'vitest'
import type { PersonStatus } from '../../shared/purchases/state.ts'
import type { SettingsView } from '../../shared/app/views.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../testing/fixtures/purchases.ts'
import type { OpenQuestion } from './collect-news.ts'
import { createDesktopNews, type DesktopNews } from './create-desktop-news.ts'
import type { DesktopNotification } from './desktop.ts'

/** What the person sees, and what they did. */
let seen: { texts: string[]; notifications: DesktopNotification[]; badge: number; tray: string | null }
let quits: number
let reads: number
/** The world around it. */
let world: { hasWindow: boolean; watched: boolean; inShop: boolean; locked: boolean; underWay: number }
let questions: OpenQuestion[]
/** How many codes end today and were not told yet. */
let ending: readonly number[]
let known: Map<string, PersonStatus>
let locale: SettingsView['locale']
let waits: { at: number; run: () => void }[]
let clock: number
let now: Date
let due: PurchaseRowView[]
let news: DesktopNews

function pass(ms: number): void {
  clock += ms
  for (let due = waits.findIndex(({ at }) => at <= clock); due >= 0; due = waits.findIndex(({ at }) => at <= clock))
    waits.splice(due, 1)[0]?.run()
}
/** Lets everything that happened become a notification. */
const settle = (): void => pass(1_500)
const titles = (): string[] => seen.notifications.map(({ title }) => title)
const row = (status: PersonStatus, number = 1): PurchaseRowView => scriptedPurchase(number, status, 5)
const id = (number = 1): string => row('paying', number).id

beforeEach(() => {
  seen = { texts: [], notifications: [], badge: 0, tray: null }
  quits = reads = clock = 0
  world = { hasWindow: true, watched: false, inShop: false, locked: false, underWay: 0 }
  questions = []
  ending = []
  known = new Map([1, 2, 3].map((number) => [id(number), 'on-its-way']))
  locale = 'en'
  waits = []
  now = new Date('2026-11-03T09:00')
  due = []
  news = createDesktopNews({
    desktop: {
      languages: () => ['es-MX'],
      setWords: ({ menu }) => void seen.texts.push(menu.quit),
      setTheme: () => undefined,
      hasWindow: () => world.hasWindow,
      isWatched: () => world.watched,
      notify: (notification) => void seen.notifications.push(notification),
      setBadge: (count) => void (seen.badge = count),
      setTray: (text) => void (seen.tray = text),
      systemStart: null,
    },
    timer(ms, run) {
      const wait = { at: clock + ms, run }
      waits.push(wait)
      return () => void (waits = waits.filter((one) => one !== wait))
    },
    monotonic: () => clock,
    now: () => now.getTime(),
    takeDue: () => due.splice(0),
    settings: () => ({ locale, theme: 'system' }),
    isInShop: () => world.inShop,
    isLocked: () => world.locked,
    questions: () => questions,
    statuses: () => known,
    row: () => row('needs-you'),
    countUnderWay: () => world.underWay,
    takeEndingCodes() {
      const codes = ending.map((daysLeft) => ({ purchase: row('delivered'), daysLeft }))
      ending = []
      return codes
    },
    readBalances: () => reads++,
    quit: () => quits++,
  })
  news.start()
})

describe('a purchase', () => {
  it.each([
    ['delivered', 'A purchase was delivered'],
    ['failed', 'A purchase was not delivered'],
    ['refunded', 'A purchase was refunded'],
    ['not-paid', 'A purchase was not paid'],
  ] as const)('that becomes %s is told once, and leads to it', (status, title) => {
    news.purchaseChanged(row(status))
    news.purchaseChanged(row(status))
    settle()
    expect(seen.notifications).toEqual([{ title, body: 'Lumo Móvil', path: `/purchases/${id()}` }])
    news.purchaseChanged(row(status))
    settle()
    expect(seen.notifications).toHaveLength(1)
  })

  it('that was finished before this start is not told again', () => {
    news.purchaseChanged(row('delivered', 9))
    settle()
    expect(titles()).toEqual([])
  })

  it('is told without its name while the wallet is locked', () => {
    world.locked = true
    news.purchaseChanged(row('delivered'))
    news.coinsArrived([{ amount: '12.5', symbol: 'USDC', network: 'Harbour' }])
    questions = [{ key: 'q', purchaseId: id() }]
    settle()
    expect(seen.notifications.map(({ body }) => body)).toEqual(['', '', ''])
    expect(titles().join()).not.toMatch(/Lumo|12|USDC/)
  })

  it('shares a notification with the others of its kind', () => {
    for (const number of [1, 2, 3]) news.purchaseChanged(row('delivered', number))
    settle()
    expect(seen.notifications).toEqual([{ title: '3 purchases were delivered', body: '', path: '/purchases' }])
  })
})

it('tells nothing while the person looks at the window, nor later', () => {
  world.watched = true
  news.purchaseChanged(row('delivered'))
  settle()
  world.watched = false
  news.changed()
  settle()
  expect(titles()).toEqual([])
})

it('shows nothing at all in a shop', () => {
  Object.assign(world, { inShop: true, underWay: 2 })
  questions = [{ key: 'q', purchaseId: null }]
  news.purchaseChanged(row('delivered'))
  settle()
  expect([titles(), seen.badge, seen.tray]).toEqual([[], 0, null])
  expect(news.windowClosed()).toBe(false)
  pass(60 * 60_000)
  expect(reads).toBe(0)
})

describe('a question', () => {
  it('is told when it is new, and counted as long as it is open', () => {
    questions = [{ key: 'one', purchaseId: id() }]
    news.changed()
    settle()
    expect(seen.notifications).toEqual([
      { title: 'Till needs your answer', body: 'Lumo Móvil', path: `/purchases/${id()}` },
    ])
    questions = [...questions, { key: 'two', purchaseId: null }]
    news.changed()
    settle()
    expect(seen.badge).toBe(2)
    expect(seen.notifications.at(-1)).toEqual({ title: 'Till needs your answer', body: '', path: '/attention' })
    questions = []
    news.changed()
    settle()
    expect([seen.badge, seen.notifications.length]).toEqual([0, 2])
  })
})

describe('coins', () => {
  const arrivals = [{ amount: '1200.50', symbol: 'USDC', network: 'Harbour' }]

  it('that arrive are told in the person’s numbers', () => {
    locale = 'es'
    news.coinsArrived(arrivals)
    settle()
    expect(seen.notifications).toEqual([{ title: 'Llegaron monedas', body: '1200,5 USDC, Harbour', path: '/wallet' }])
  })

  it('of a refund that was told are not told a second time', () => {
    news.purchaseChanged(row('refunded'))
    news.coinsArrived(arrivals)
    settle()
    expect(titles()).toEqual(['A purchase was refunded'])
    pass(15 * 60_000)
    news.coinsArrived(arrivals)
    settle()
    expect(titles()).toHaveLength(2)
  })

  it('are looked for every five minutes while nobody looks', () => {
    pass(5 * 60_000)
    world.watched = true
    pass(5 * 60_000)
    world.watched = false
    pass(5 * 60_000)
    expect(reads).toBe(2)
  })
})

describe('a code that ends soon', () => {
  function anotherQuarter(): void {
    pass(15 * 60_000)
    settle()
  }

  it('is told within a quarter of an hour, without its name while the wallet is locked', () => {
    settle()
    ending = [14]
    anotherQuarter()
    expect(seen.notifications).toEqual([{ title: 'A code ends in 14 days', body: 'Lumo Móvil', path: '/codes' }])
    world.locked = true
    ending = [0]
    anotherQuarter()
    expect(seen.notifications.at(-1)).toEqual({ title: 'A code ends today', body: '', path: '/codes' })
    ending = [5, 1]
    anotherQuarter()
    expect(titles().at(-1)).toBe('2 codes end soon, the first tomorrow')
  })

  it.each([
    ['es', 'Un código vence hoy', '2 códigos vencen pronto; el primero, mañana'],
    ['pt', 'Um código vence hoje', '2 códigos vencem em breve; o primeiro, amanhã'],
    ['fr', 'Un code expire aujourd’hui', '2 codes expirent bientôt, le premier demain'],
  ] as const)('is told in %s', (language, one, two) => {
    locale = language
    ending = [0]
    anotherQuarter()
    ending = [2, 1]
    anotherQuarter()
    expect(titles()).toEqual([one, two])
  })

  it('waits for the morning', () => {
    now.setHours(8, 30)
    ending = [1]
    anotherQuarter()
    expect([titles(), ending]).toEqual([[], [1]])
    now.setHours(9)
    anotherQuarter()
    expect(titles()).toEqual(['A code ends tomorrow'])
  })

  it('waits until nobody looks at the window, and is not told in a shop', () => {
    world.watched = true
    ending = [1]
    anotherQuarter()
    world.inShop = true
    world.watched = false
    anotherQuarter()
    expect([titles(), ending]).toEqual([[], [1]])
    world.inShop = false
    anotherQuarter()
    expect(titles()).toEqual(['A code ends tomorrow'])
  })
})

describe('a closed window', () => {
  it('ends Till if nothing is under way', () => {
    expect(news.windowClosed()).toBe(false)
    expect(titles()).toEqual([])
  })

  it('leaves an icon and a notification until payments are finished, then Till waits for a click and ends', () => {
    Object.assign(world, { underWay: 2, hasWindow: false })
    expect(news.windowClosed()).toBe(true)
    expect(titles()).toEqual(['Till finishes 2 payments'])
    settle()
    expect(seen.tray).toBe('Till: 2 payments under way')
    pass(60 * 60_000)
    expect(quits).toBe(0)
    world.underWay = 0
    news.purchaseChanged(row('delivered'))
    settle()
    expect(seen.tray).toBe('Till: all payments are finished')
    pass(9 * 60_000)
    expect(quits).toBe(0)
    pass(60_000)
    expect(quits).toBe(1)
  })

  it('that opens again keeps Till running, without the icon once nothing is under way', () => {
    world.underWay = 1
    news.windowClosed()
    world.underWay = 0
    world.hasWindow = false
    news.changed()
    settle()
    pass(9 * 60_000)
    world.hasWindow = true
    news.pageAsked()
    settle()
    expect(seen.tray).toBeNull()
    pass(60 * 60_000)
    expect(quits).toBe(0)
  })
})

it('speaks the person’s language, and the system’s until they chose one', () => {
  locale = null
  news.changed()
  settle()
  expect(seen.texts).toEqual(['Quit Till', 'Salir de Till'])
})

it('ends no Till whose window just opens', () => {
  Object.assign(world, { underWay: 1, hasWindow: false })
  news.windowClosed()
  world.underWay = 0
  news.changed()
  settle()
  world.hasWindow = true
  pass(60 * 60_000)
  expect(quits).toBe(0)
})

it('knows at its start that the window was closed before', () => {
  world.hasWindow = false
  news.start()
  expect(seen.tray).toBe('Till: all payments are finished')
  pass(10 * 60_000)
  expect(quits).toBe(1)
})

it('shows no icon in a shop, even if the window was closed when shop mode began', () => {
  Object.assign(world, { underWay: 1, hasWindow: false })
  news.windowClosed()
  world.inShop = true
  settle()
  expect(seen.tray).toBeNull()
})

it('does nothing more once it is stopped, whatever still happens', () => {
  world.underWay = 1
  news.windowClosed()
  news.stop()
  news.changed()
  news.purchaseChanged(row('delivered'))
  expect(waits).toEqual([])
})

describe('a reminder that is due', () => {
  const minute = (): void => {
    pass(60_000)
    settle()
  }

  it('is told once, with its product unless Till is locked, and leads to the list', () => {
    due = [row('delivered')]
    minute()
    minute()
    expect(seen.notifications).toEqual([{ title: 'Time to buy again', body: 'Lumo Móvil', path: '/purchases' }])
    world.locked = true
    due = [row('delivered')]
    minute()
    expect(seen.notifications[1]).toEqual({ title: 'Time to buy again', body: '', path: '/purchases' })
    due = [row('delivered', 1), row('delivered', 2)]
    minute()
    expect(titles()[2]).toBe('Time to buy again: 2 reminders')
  })

  it('waits for the morning, and for the end of shop mode', () => {
    due = [row('delivered')]
    now = new Date('2026-11-03T08:59')
    minute()
    now = new Date('2026-11-03T09:00')
    world.inShop = true
    minute()
    expect([titles(), due.length]).toEqual([[], 1])
    world.inShop = false
    minute()
    expect(titles()).toEqual(['Time to buy again'])
  })

  it('is not told while the window is in front', () => {
    world.watched = true
    due = [row('delivered')]
    minute()
    world.watched = false
    minute()
    expect(titles()).toEqual([])
  })
})
