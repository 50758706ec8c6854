import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findOrInstallBrowser } from '../../../../scripts/launch/find-browser.ts'
import type { PageHost, Shell } from '../shell.ts'
import { startChromiumShell } from './chromium-shell.ts'
import { soon } from '../../../testing/soon.ts'

const ownDisplay = { left: 0, top: 0, width: 1280, height: 800 }
const second = { left: 1280, top: 0, width: 1024, height: 768 }
let displays = '{1280x800}'

/** Which page's requests arrived at the app. */
const asked: [page: string, trusted: boolean, name: unknown][] = []
const hostOf = (page: string): PageHost => ({
  request: (trusted, name) => {
    asked.push([page, trusted, name])
    return Promise.resolve({ ok: true, value: page })
  },
  serve: () =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      bytes: new TextEncoder().encode(`<title>${page}</title>`),
    }),
})

const launch = chromium.launchPersistentContext.bind(chromium)
/** The browsers, oldest first. */
const browsers: BrowserContext[] = []
let folder: string
let shell: Shell
const logged: string[] = []

beforeAll(async () => {
  vi.stubEnv('XDG_SESSION_TYPE', 'x11')
  folder = mkdtempSync(join(tmpdir(), 'till-customer-'))
  vi.spyOn(chromium, 'launchPersistentContext').mockImplementation(async (userDataDir, options) => {
    const args = [...(options?.args ?? []), `--screen-info=${displays}`]
    const browser = await launch(userDataDir, { ...options, args })
    browsers.push(browser)
    return browser
  })
})
afterAll(async () => {
  await shell.close()
  rmSync(folder, { recursive: true, maxRetries: 5 })
  vi.unstubAllEnvs()
})
beforeEach(() => void (asked.length = 0))

/** Opens the shell on a machine with these displays, as Chromium's `--screen-info` describes them. */
async function open(on: string): Promise<void> {
  displays = on
  browsers.length = 0
  shell = await startChromiumShell({
    executable: findOrInstallBrowser(),
    userDataDir: join(folder, 'browser'),
    downloads: folder,
    headless: true,
    debuggingPort: null,
    kiosk: false,
    development: false,
    log: (name) => void logged.push(name),
  })
  await shell.setKiosk(true)
  shell.customerWindow.set(true)
  await shell.open({
    ...hostOf('register'),
    customer: hostOf('customer'),
    lock: () => undefined,
    signOut: () => undefined,
    pageEnded: () => undefined,
    openPath: () => undefined,
    openLink: () => undefined,
    closed: () => undefined,
  })
}

/** Waits for the page of the browser opened at `index`. */
async function pageAt(index: number, title: string): Promise<Page> {
  return vi.waitFor(
    async () => {
      const page = browsers[index]?.pages()[0]
      expect(await page?.title()).toBe(title)
      return page ?? expect.fail('No page')
    },
    { timeout: 15_000 },
  )
}

async function placeOf(page: Page): Promise<object> {
  const session = await page.context().newCDPSession(page)
  const { bounds } = await session.send('Browser.getWindowForTarget')
  await session.detach()
  return bounds
}

it('opens no window with one display', async () => {
  await open('{1280x800}')
  const register = await pageAt(0, 'register')
  expect(await placeOf(register)).toMatchObject(ownDisplay)
  // The first look at the displays has ended.
  shell.customerWindow.set(false)
  await shell.close()
  expect([browsers.length, shell.customerWindow.isOpen(), logged]).toEqual([1, false, []])
})

it('opens full screen on the second display, at its own page', async () => {
  await open('{1280x800}{1024x768}')
  const customer = await pageAt(1, 'customer')
  expect(customer.url()).toBe('https://till.localhost/#/customer')
  await vi.waitFor(async () => expect(await placeOf(customer)).toEqual({ ...second, windowState: 'fullscreen' }), soon)
  expect(await placeOf(await pageAt(0, 'register'))).toMatchObject(ownDisplay)
  expect(shell.customerWindow.isOpen()).toBe(true)
})

it('answers each page with its own rights, and gives each its own events', async () => {
  const [register, customer] = [await pageAt(0, 'register'), await pageAt(1, 'customer')]
  for (const page of [register, customer])
    await page.evaluate(() => {
      document.title = ''
      for (const name of ['budget.changed', 'customer.changed'])
        window.till?.on(name, () => void (document.title += name))
      return window.till?.request('app.get', undefined)
    })
  expect(asked).toEqual([
    ['register', true, 'app.get'],
    ['customer', true, 'app.get'],
  ])
  shell.emit('budget.changed', {} as never)
  shell.customerWindow.emit('customer.changed', {} as never)
  await register.waitForFunction(() => document.title === 'budget.changed')
  await customer.waitForFunction(() => document.title === 'customer.changed')
})

it('has no permission, and no way to another page', async () => {
  const customer = browsers[1]?.pages()[0] ?? expect.fail('No page')
  const state = await customer.evaluate(async () => {
    const name = 'clipboard-write' as PermissionName
    return (await navigator.permissions.query({ name })).state
  })
  expect(state).toBe('denied')
  const refused = customer.waitForEvent('response')
  await customer.evaluate(() => void (location.href = 'https://example.org/'))
  expect((await refused).status()).toBe(204)
})

it('opens again when it was closed, and stays away once shop mode is off', async () => {
  await browsers[1]?.pages()[0]?.close()
  await pageAt(2, 'customer')
  await vi.waitFor(() => expect(shell.customerWindow.isOpen()).toBe(true), soon)
  shell.customerWindow.set(false)
  await vi.waitFor(() => expect(shell.customerWindow.isOpen()).toBe(false), soon)
  expect(browsers).toHaveLength(3)
})
