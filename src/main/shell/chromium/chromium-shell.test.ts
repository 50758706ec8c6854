import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findOrInstallBrowser } from '../../../../scripts/launch/find-browser.ts'
import type { Shell } from '../shell.ts'
import { startChromiumShell } from './chromium-shell.ts'
import { watchForSleep } from './watch-for-sleep.ts'
import { soon } from '../../../testing/soon.ts'

vi.mock('./watch-for-sleep.ts', { spy: true })

/** The page's requests to main: whether they were trusted, and their names. */
const requests: [trusted: boolean, name: unknown][] = []
/** Paths requested from a server outside Till. */
const elsewhere: string[] = []
let folder: string
let server: Server
let foreign: string
let shell: Shell
let context: BrowserContext
let page: Page
const launching = vi.spyOn(chromium, 'launchPersistentContext')
/** The shell's window events: the page ended, the window closed. */
const events: ('left' | 'closed')[] = []
let locks = 0
/** Simulates a sleep of the machine. */
let sleep: (() => void) | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-shell-'))
  server = createServer((request, response) => {
    elsewhere.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*').end('<h1>Elsewhere</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  foreign = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  shell = await startChromiumShell({
    executable: findOrInstallBrowser(),
    userDataDir: join(folder, 'browser'),
    downloads: join(folder, 'downloads'),
    headless: true,
    debuggingPort: null,
    kiosk: false,
    log: () => undefined,
    // Without Chromium's own protection of local ports, so that only the shell refuses.
    development: true,
  })
  await shell.open({
    request: (trusted, name) => {
      requests.push([trusted, name])
      return Promise.resolve({ ok: true, value: null })
    },
    // Without a content policy, so that only the shell refuses.
    serve: ({ pathname }) =>
      Promise.resolve({
        status: 200,
        headers: { 'Content-Type': 'text/html' },
        bytes: new TextEncoder().encode(`<title>${pathname}</title><button>Press</button>`),
      }),
    customer: {
      request: () => Promise.resolve({ ok: true, value: null }),
      serve: () => Promise.resolve({ status: 200, headers: {}, bytes: new Uint8Array() }),
    },
    lock: () => void locks++,
    signOut: () => undefined,
    pageEnded: () => void events.push('left'),
    openPath: () => undefined,
    openLink: () => undefined,
    closed: () => void events.push('closed'),
  })
  sleep = vi.mocked(watchForSleep).mock.lastCall?.[0]
  await lookAtWindow()
})

/** Sets the browser and the page to those opened last. */
async function lookAtWindow(): Promise<void> {
  context = await launching.mock.results.at(-1)?.value
  page = context.pages()[0]!
}

afterAll(async () => {
  await shell.close()
  server.close()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

beforeEach(async () => {
  requests.length = 0
  elsewhere.length = 0
  await page.goto('https://till.localhost/')
})

it('locks when the machine slept', () => {
  sleep?.()
  expect(locks).toBe(1)
})

/** Returns the options with which a browser would start. */
async function launchOptions(kiosk = false): Promise<Parameters<typeof launching>[1]> {
  const options = {
    executable: join(folder, 'none'),
    userDataDir: join(folder, 'other'),
    downloads: folder,
    headless: true,
    debuggingPort: null,
    development: false,
    kiosk,
    log: () => undefined,
  }
  await expect(startChromiumShell(options)).rejects.toThrow('none')
  return launching.mock.lastCall?.[1]
}

it.each([false, true])('prints without asking only if it was started for a shop: %s', async (kiosk) => {
  expect((await launchOptions(kiosk))?.args?.includes('--kiosk-printing')).toBe(kiosk)
})

it.runIf(process.platform !== 'win32').each([
  ['a person', 1000],
  ['root, which Chromium gives no sandbox', 0],
])('has Chromium’s sandbox and the system’s keyring, started by %s', async (_who, uid) => {
  const getuid = vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(uid)
  const options = await launchOptions()
  getuid.mockRestore()
  expect(options?.chromiumSandbox).toBe(uid !== 0)
  const weaker = ['--use-mock-keychain', '--password-store=basic', '--enable-automation']
  expect(options?.ignoreDefaultArgs).toEqual(uid === 0 ? weaker : ['--no-sandbox', ...weaker])
  expect(options?.args?.filter((flag) => /sandbox|web-security|remote-debugging|site-isolation/.test(flag))).toEqual([])
})

/** Returns the ids of the browser's processes: those with its folder in their command line, and their children. */
function browserProcesses(): string[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
  const found = new Set(rows.filter(([, , , args]) => args?.includes(folder)).map(([, pid]) => pid ?? ''))
  for (const [, pid, parent] of rows) if (found.has(parent ?? '')) found.add(pid ?? '')
  return [...found]
}

describe.runIf(process.platform === 'linux')('the browser', () => {
  it('listens on no port and is controlled through a pipe', () => {
    const processes = browserProcesses()
    expect(processes.length).toBeGreaterThan(1)
    const sockets = new Set(
      processes.flatMap((pid) =>
        readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
          try {
            return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
          } catch {
            return []
          }
        }),
      ),
    )
    expect(sockets.size).toBeGreaterThan(0)
    const listening = ['tcp', 'tcp6']
      .flatMap((kind) => readFileSync(`/proc/net/${kind}`, 'utf8').trim().split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
    expect(listening).toEqual([])
    expect(existsSync(join(folder, 'browser', 'DevToolsActivePort'))).toBe(false)
    const lines = processes.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    expect(lines.some((line) => line.includes('--remote-debugging-pipe'))).toBe(true)
    expect(lines.filter((line) => line.includes('--remote-debugging-port'))).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('a renewed page', () => {
  it('is at its path, is answered there, and its previous renderer is gone', async () => {
    const renderers = (): string[] =>
      browserProcesses().filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')
        } catch {
          return false
        }
      })
    const before = renderers()
    await shell.reload('/shop', '')
    expect(page.url()).toBe('https://till.localhost/#/shop')
    await page.evaluate(() => window.till?.request('app.get', undefined))
    expect(requests).toEqual([[true, 'app.get']])
    await vi.waitFor(() => expect(before.filter((pid) => !renderers().includes(pid)).length).toBeGreaterThan(0), soon)
  })
})

describe('a page in the Chromium shell', () => {
  it('is answered in its main frame, and in no inner frame', async () => {
    await page.evaluate(() => window.till?.request('app.get', undefined))
    await page.evaluate(async () => {
      for (const src of ['/inner', 'about:blank']) {
        const frame = document.createElement('iframe')
        const loaded = new Promise((resolve) => (frame.onload = resolve))
        frame.src = src
        document.body.append(frame)
        await loaded
        await frame.contentWindow?.tillRequest?.('vault.lock', undefined)
      }
    })
    expect(requests).toEqual([
      [true, 'app.get'],
      [false, 'vault.lock'],
      [false, 'vault.lock'],
    ])
  })

  it('reaches nothing outside its own origin', async () => {
    const failed = await page.evaluate(async (url) => {
      const image = new Image()
      const picture = new Promise((resolve) => {
        image.onerror = () => resolve('refused')
        image.onload = () => resolve('loaded')
      })
      image.src = `${url}/image.png`
      const fetched = await fetch(`${url}/data`).then(
        () => 'loaded',
        () => 'refused',
      )
      navigator.sendBeacon(`${url}/beacon`, 'x')
      return [fetched, await picture]
    }, foreign)
    expect(failed).toEqual(['refused', 'refused'])
    expect(elsewhere).toEqual([])
  })

  it('cannot navigate to any other address', async () => {
    const leave = (url: string): Promise<void> => page.evaluate((target) => void (location.href = target), url)
    for (const url of [foreign, 'https://example.org/']) {
      const refused = page.waitForEvent('response')
      await leave(url)
      expect((await refused).status(), url).toBe(204)
    }
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('Not allowed to load local resource'),
    )
    await leave('file:///etc/passwd')
    await refused
    expect([page.url(), await page.title()]).toEqual(['https://till.localhost/', '/'])
    expect(elsewhere).toEqual([])
  })

  it('is not answered at a foreign address', async () => {
    const gone = page.waitForURL('about:blank')
    await page.evaluate(() => void (location.href = 'about:blank'))
    await gone
    await page.evaluate(() => window.tillRequest?.('vault.lock', undefined))
    expect(requests).toEqual([[false, 'vault.lock']])
  })

  it('opens no lasting window', async () => {
    for (const url of ['/other', foreign]) {
      const opening = context.waitForEvent('page')
      await page.evaluate((target) => void window.open(target), url)
      const opened = await opening
      if (!opened.isClosed()) await opened.waitForEvent('close')
    }
    expect(context.pages()).toEqual([page])
    expect([requests, elsewhere]).toEqual([[], []])
  })

  it('saves no download', async () => {
    const download = page.waitForEvent('download')
    await page.evaluate(() => {
      const link = document.createElement('a')
      Object.assign(link, { href: URL.createObjectURL(new Blob(['saved'])), download: 'file.txt' })
      link.click()
    })
    expect(await (await download).failure()).not.toBeNull()
    expect(existsSync(join(folder, 'downloads'))).toBe(false)
  })

  it('has no permission except to copy', async () => {
    const states = await page.evaluate(() =>
      Promise.all(
        ['camera', 'microphone', 'geolocation', 'notifications', 'clipboard-read', 'clipboard-write', 'midi'].map(
          async (name) => [name, (await navigator.permissions.query({ name: name as PermissionName })).state],
        ),
      ),
    )
    expect(Object.fromEntries(states)).toEqual({
      camera: 'denied',
      microphone: 'denied',
      geolocation: 'denied',
      notifications: 'denied',
      'clipboard-read': 'denied',
      'clipboard-write': 'granted',
      midi: 'denied',
    })
  })
})

describe('the window of a register', () => {
  async function windowState(): Promise<string | undefined> {
    const session = await context.newCDPSession(page)
    const { bounds } = await session.send('Browser.getWindowForTarget')
    await session.detach()
    return bounds.windowState
  }
  /** Waits until another browser than the first `count` shows the start page. */
  async function untilReopened(count: number): Promise<void> {
    await vi.waitFor(
      async () => {
        expect(launching.mock.results).toHaveLength(count + 1)
        await lookAtWindow()
        expect(page.url()).toBe('https://till.localhost/#/till')
      },
      { timeout: 10_000 },
    )
  }
  const launched = (): number => launching.mock.results.length

  it('is full screen, returns to it, and leaves it with the mode', async () => {
    await shell.setKiosk(true)
    expect(await windowState()).toBe('fullscreen')
    const session = await context.newCDPSession(page)
    const { windowId } = await session.send('Browser.getWindowForTarget')
    await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    await vi.waitFor(async () => expect(await windowState()).toBe('fullscreen'), soon)
    await shell.setKiosk(false)
    expect(await windowState()).toBe('normal')
  })

  it('reopens at the start screen, signed out, when the window, its page or its browser ends', async () => {
    await shell.setKiosk(true)
    for (const end of [
      () => page.close(),
      () => page.goto('chrome://crash').catch(() => undefined),
      () => context.browser()?.close() ?? context.close(),
    ]) {
      events.length = 0
      const before = launched()
      await end()
      await untilReopened(before)
      expect(events).toEqual(['left'])
      expect(await windowState()).toBe('fullscreen')
    }
    requests.length = 0
    await page.evaluate(() => window.till?.request('app.get', undefined))
    expect(requests).toEqual([[true, 'app.get']])
  })

  it('has printed nothing if it ended before the print was done, or is missing', async () => {
    await shell.setKiosk(true)
    for (const end of [() => page.close(), () => page.goto('chrome://crash').catch(() => undefined)]) {
      await page.evaluate(() => {
        const print = (): Promise<void> => {
          document.title = 'Printing'
          return new Promise(() => undefined)
        }
        Object.assign(window, { print })
      })
      events.length = 0
      const before = launched()
      const printing = shell.print().catch(() => 'nothing')
      await page.waitForFunction(() => document.title === 'Printing')
      await end()
      expect(await printing).toBe('nothing')
      await vi.waitFor(() => expect(events).toContain('left'), soon)
      expect(await shell.print()).toBe(false)
      await untilReopened(before)
    }
  })

  it('stays closed when Till ends', async () => {
    events.length = 0
    const before = launched()
    await shell.setKiosk(true)
    await shell.close()
    expect([events, launched()]).toEqual([['closed'], before])
  })
})
