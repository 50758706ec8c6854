import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { preventable } from '../../../testing/electron/declarations.ts'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import type { Machine } from '../../../testing/electron/world.ts'
import { itemsOf } from '../../../testing/electron/menu.ts'
import { endElectron, startElectron } from '../../../testing/electron/module.ts'
import type { StandInWindow } from '../../../testing/electron/windows.ts'
import { soon } from '../../../testing/soon.ts'
import type { Shell, ShellHost } from '../shell.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

const { createElectronShell, prepareElectron } = await import('./electron-shell.ts')

const links = { deliver: () => undefined }

/** What the shell asked of the app. */
let asked: {
  requests: unknown[][]
  byCustomer: unknown[][]
  paths: string[]
  locks: number
  ended: number
  closed: number
}
const host: ShellHost = {
  request: (...args) => {
    asked.requests.push(args)
    return Promise.resolve({ ok: true, value: null })
  },
  serve: ({ pathname }) =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Security-Policy': 'x' },
      bytes: new TextEncoder().encode(pathname),
    }),
  customer: {
    request: (...args) => {
      asked.byCustomer.push(args)
      return Promise.resolve({ ok: true, value: null })
    },
    serve: ({ pathname }) =>
      Promise.resolve({ status: 200, headers: {}, bytes: new TextEncoder().encode(`customer ${pathname}`) }),
  },
  lock: () => asked.locks++,
  signOut: () => undefined,
  pageEnded: () => asked.ended++,
  openPath: (path) => asked.paths.push(path),
  openLink: () => undefined,
  closed: () => asked.closed++,
}

const start = 'till://app/index.html'
const icons = join(import.meta.dirname, '../../../../resources/tray')
let machine: ElectronStandIn
let shell: Shell

interface Opening extends Machine {
  readonly inShop?: boolean
  readonly kiosk?: boolean
  /** Called when the window's first page can be seen, before all of it is there. */
  readonly whenSeen?: (window: StandInWindow) => void
}

/** Opens the shell on a machine; in a shop, its window is a register's from the start. */
async function open(on: Opening = {}): Promise<StandInWindow> {
  asked = { requests: [], byCustomer: [], paths: [], locks: 0, ended: 0, closed: 0 }
  machine = startElectron(on)
  prepareElectron(false)
  machine.becomeReady()
  const options = {
    preload: '/preload.cjs',
    kiosk: on.kiosk === true,
    devServer: null,
    links,
    icons,
    log: () => undefined,
  }
  shell = createElectronShell(options)
  if (on.inShop === true) await shell.setKiosk(true)
  let opened: StandInWindow | undefined
  machine.app.once('web-contents-created', () => {
    opened = [...machine.windows][0]
    opened?.once('ready-to-show', () => opened && queueMicrotask(on.whenSeen?.bind(null, opened) ?? (() => undefined)))
  })
  await shell.open(host)
  return opened ?? expect.fail('No window')
}

let window: StandInWindow
beforeEach(async () => {
  window = await open()
})
afterEach(endElectron)

const page = (): string => window.webContents.page.address()

it('opens a path in a new renderer, and never ends one that it still needs', async () => {
  const before = window.webContents.getOSProcessId()
  await shell.reload('/shop', '')
  expect(page()).toBe('till://app/index.html#/shop')
  expect(window.webContents.getOSProcessId()).not.toBe(before)
  // A page of before cannot be gone back to.
  expect(window.webContents.navigationHistory.length()).toBe(1)
  expect(asked.ended).toBe(0)
})

describe('a window whose first page is not all there', () => {
  it('closes as any other', async () => {
    window = await open({ whenSeen: (seen) => void seen.close() })
    expect([asked.closed, window.isDestroyed(), machine.world.boxes]).toEqual([1, true, []])
  })

  it('opens it again if it crashes', async () => {
    let crashed = false
    window = await open({
      whenSeen({ webContents }) {
        crashed = true
        webContents.forcefullyCrashRenderer()
      },
    })
    expect(crashed).toBe(true)
    await vi.waitFor(() => expect([window.webContents.isCrashed(), page()]).toEqual([false, `${start}#/`]), soon)
  })

  it('opens another path in its place', async () => {
    let reloading: Promise<void> | undefined
    await open({
      whenSeen() {
        reloading = shell.reload('/shop', '')
      },
    })
    await reloading
    expect([...machine.windows][0]?.webContents.page.address()).toBe(`${start}#/shop`)
  })
})

describe('a page that crashes', () => {
  const endPage = async (): Promise<void> => {
    const gone = once(window.webContents, 'render-process-gone')
    window.webContents.forcefullyCrashRenderer()
    await gone
  }

  it('is opened again at home', async () => {
    await shell.reload('/wallet', '')
    await endPage()
    await vi.waitFor(() => expect([window.webContents.isCrashed(), page()]).toEqual([false, `${start}#/`]), soon)
    expect(asked.ended).toBe(0)
  })

  it('is opened again at a register’s start screen, signed out', async () => {
    window = await open({ inShop: true })
    await endPage()
    await vi.waitFor(() => expect([window.webContents.isCrashed(), page()]).toEqual([false, `${start}#/till`]), soon)
    expect(asked.ended).toBe(1)
  })

  it('is opened again only after a while if it ends at once', async () => {
    await endPage()
    await vi.waitFor(() => expect(window.webContents.isCrashed()).toBe(false), soon)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await endPage()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(window.webContents.isCrashed()).toBe(true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(window.webContents.isCrashed()).toBe(false)
    vi.useRealTimers()
  })

  it('stays away once Till ends', async () => {
    machine.app.once('before-quit', (event: { preventDefault(): void }) => event.preventDefault())
    machine.app.quit()
    await endPage()
    await new Promise(setImmediate)
    expect(window.webContents.isCrashed()).toBe(true)
  })
})

it.each(['linux', 'win32', 'darwin'] as const)(
  'has the menu in its window, or on macOS at the screen’s edge: %s',
  async (platform) => {
    window = await open({ platform })
    expect(itemsOf(machine.menu()).has('Zoom In')).toBe(true)
    expect(window.menu).toBe(platform === 'darwin' ? null : machine.menu())
    itemsOf(machine.menu()).get('Settings…')?.click?.()
    expect(asked.paths).toEqual(['/settings'])
  },
)

it('has a register’s menu as long as shop mode is on', async () => {
  window = await open({ inShop: true })
  expect(window.menu).toBeNull()
  await shell.setKiosk(false)
  expect(itemsOf(window.menu).has('Quit Till')).toBe(true)
  await shell.setKiosk(true)
  expect(window.menu).toBeNull()
})

describe('the window of a register', () => {
  it('is full screen, returns to it after any system change, and leaves it with the mode', async () => {
    expect(window.filled).toEqual({ kiosk: false, fullScreen: false })
    await shell.setKiosk(true)
    expect(window.filled).toEqual({ kiosk: true, fullScreen: true })
    for (const undo of [() => window.leaveFullScreen(), () => window.minimize(), () => machine.power('resume')]) {
      Object.assign(window, { filled: { kiosk: false, fullScreen: false } })
      undo()
      expect([window.filled, window.isMinimized()]).toEqual([{ kiosk: true, fullScreen: true }, false])
    }
    await shell.setKiosk(false)
    expect(window.filled).toEqual({ kiosk: false, fullScreen: false })
    window.leaveFullScreen()
    expect(window.filled.kiosk).toBe(false)
  })

  it.each([['linux', 'resume'] as const, ['darwin', 'unlock-screen'] as const, ['win32', 'unlock-screen'] as const])(
    'is full screen again on %s at %s',
    async (platform, event) => {
      window = await open({ platform, inShop: true })
      Object.assign(window, { filled: { kiosk: false, fullScreen: false } })
      machine.power(event)
      expect(window.filled).toEqual({ kiosk: true, fullScreen: true })
    },
  )

  it('opens again if it was closed when shop mode began', async () => {
    machine.app.on('window-all-closed', () => undefined)
    window.close()
    expect(machine.windows.size).toBe(0)
    await shell.setKiosk(true)
    await vi.waitFor(() => expect([...machine.windows][0]?.filled).toEqual({ kiosk: true, fullScreen: true }), soon)
  })

  it('is full screen from the start if kiosk mode was set before', async () => {
    expect((await open({ inShop: true })).filled).toEqual({ kiosk: true, fullScreen: true })
  })

  it('can be closed only by Till', async () => {
    window = await open({ inShop: true })
    expect(window.close()).toBe(false)
    await shell.setKiosk(false)
    await shell.setKiosk(true)
    machine.app.quit()
    expect(window.isDestroyed()).toBe(true)
  })

  it('can be closed at home, which Till hears of', () => {
    expect([window.close(), asked.closed]).toEqual([true, 1])
  })
})

describe('printing', () => {
  it('asks the user, who may cancel', async () => {
    expect(await shell.print()).toBe(true)
    machine.world.canPrint = false
    expect(await shell.print()).toBe(false)
    expect(machine.world.prints).toEqual([{ printBackground: true }, { printBackground: true }])
  })

  it('asks nobody in a shop, uses the printer’s own paper, and reports a missing sheet', async () => {
    await shell.setKiosk(true)
    expect(await shell.print()).toBe(true)
    expect(machine.world.prints).toEqual([{ printBackground: true, silent: true, usePrinterDefaultPageSize: true }])
    machine.world.canPrint = false
    await expect(shell.print()).rejects.toMatchObject({ code: 'printer-failed', details: { reason: 'system' } })
  })
})

it('asks for a folder or a file with the system’s own dialog, and accepts a cancel', async () => {
  machine.world.chosenPath = '/media/stick'
  expect(await shell.dialogs?.chooseFolder()).toBe('/media/stick')
  expect(await shell.dialogs?.chooseFile('tillbackup')).toBe('/media/stick')
  expect(machine.world.dialogs).toEqual([
    { properties: ['openDirectory', 'createDirectory'] },
    { properties: ['openFile'], filters: [{ name: 'Till', extensions: ['tillbackup'] }] },
  ])
  machine.world.chosenPath = ''
  expect(await shell.dialogs?.chooseFile('tillbackup')).toBeNull()
})

it('writes a file that the user saves where they choose, and nowhere if they cancel', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-save-'))
  expect(await shell.saveFile('proof.json', 'text')).toBeNull()
  machine.world.chosenPath = join(folder, 'mine.json')
  expect(await shell.saveFile('proof.json', 'text')).toBe(machine.world.chosenPath)
  expect(readFileSync(machine.world.chosenPath, 'utf8')).toBe('text')
  rmSync(folder, { recursive: true })
})

it('gives the clipboard to main, which no page can request', async () => {
  machine.world.copied = '0x1'
  expect(await shell.clipboard?.read()).toBe('0x1')
  await shell.clipboard?.write('0x2')
  expect(machine.world.copied).toBe('0x2')
})

it('brings its window to the front, even if it was minimized', async () => {
  window.minimize()
  await shell.focus()
  expect([window.isInFront, window.isMinimized()]).toEqual([true, false])
})

/** The numbers are those of the security checklist in Electron's documentation. */
describe('Electron shell against the security checklist', () => {
  it('1, 18: loads its page from its own secure scheme, never over file: or http:', async () => {
    expect(machine.schemes).toEqual([
      { scheme: 'till', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ])
    expect(await (await machine.fetch('till://app/assets/a.js')).text()).toBe('/assets/a.js')
    expect((await machine.fetch('till://other/a.js')).status).toBe(404)
    expect(page()).toBe(start)
  })

  it('2, 3, 4, 6, 8, 9, 10: isolates and sandboxes the page and enables nothing unsafe', () => {
    expect(window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
    expect(window.options.webPreferences).not.toHaveProperty('enableBlinkFeatures')
    expect(machine.app.isSandboxed).toBe(true)
  })

  it('opens no developer tools in an installed app', async () => {
    expect(window.options.webPreferences?.['devTools']).toBe(true)
    expect((await open({ isPackaged: true })).options.webPreferences?.['devTools']).toBe(false)
  })

  it('5: denies every permission and device, but lets its own main frame copy', () => {
    const { session } = machine
    for (const permission of ['media', 'notifications', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem'])
      expect(session.ask(permission, true, start), permission).toEqual({ requested: false, checked: false })
    const copy = 'clipboard-sanitized-write'
    expect(session.ask(copy, true, start)).toEqual({ requested: true, checked: true })
    expect(session.ask(copy, false, start)).toEqual({ requested: false, checked: false })
    expect(session.ask(copy, true, 'https://example.org/')).toEqual({ requested: false, checked: false })
    expect(session.grantsDevice()).toBe(false)
    expect(window.webContents.requestBluetoothDevice('any')).toBeNull()
  })

  it('7: sends main’s content policy', async () => {
    expect((await machine.fetch('till://app/')).headers.get('Content-Security-Policy')).toBe('x')
  })

  it.each([
    ['will-navigate', 'https://example.org/', true],
    ['will-navigate', 'till://app/index.html', false],
    ['will-redirect', 'till://other/', true],
    ['will-frame-navigate', 'file:///etc/passwd', true],
    ['will-attach-webview', '', true],
  ])('11, 12, 13, 14: a page’s %s to %j is prevented: %s', (event, url, isPrevented) => {
    const attempt = preventable({ url })
    window.webContents.emit(event, attempt)
    expect(attempt.defaultPrevented).toBe(isPrevented)
    expect(window.webContents.windowOpenHandler?.({ url: 'https://example.org/' })).toEqual({ action: 'deny' })
  })

  it('blocks every request outside its own origin, downloads, names and WebRTC', () => {
    const { session, app } = machine
    const outside = ['https://example.org/x.js', 'http://127.0.0.1:8545/', 'ws://127.0.0.1:5173/', 'file:///etc/passwd']
    for (const url of outside) expect(session.lets(url), url).toBe(false)
    expect(session.lets('till://app/assets/a.js')).toBe(true)
    expect(session.letsDownload()).toBe(false)
    expect(app.switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND')
    expect(window.webContents.ipPolicy).toBe('disable_non_proxied_udp')
  })

  it('lets a page of a development server open its socket for hot reload, and nothing else', async () => {
    machine = startElectron()
    prepareElectron(true)
    machine.becomeReady()
    const devServer = 'http://127.0.0.1:5173/'
    const options = { preload: '/p.cjs', kiosk: false, devServer, links, icons, log: () => undefined }
    await createElectronShell(options).open(host)
    expect(machine.session.lets('ws://127.0.0.1:5173/?token=x')).toBe(true)
    expect(machine.session.lets('ws://127.0.0.1:5174/')).toBe(false)
    expect(machine.session.lets('http://127.0.0.1:5173/')).toBe(false)
    expect(machine.app.switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND, EXCLUDE 127.0.0.1')
  })

  it('15: opens only web pages in the system’s browser, and nothing executable', async () => {
    await shell.openExternal('https://explorer.example/tx/0x1')
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://example.org/x',
      'http://example.org/',
      'calc',
    ])
      await expect(shell.openExternal(url), url).rejects.toThrow('Only pages of the web')
    expect(machine.world.external).toEqual(['https://explorer.example/tx/0x1'])
  })

  it('16: uses one exact version of Electron, from a maintained line', () => {
    const [, major] = /^(\d+)\.\d+\.\d+$/.exec(manifest.devDependencies.electron) ?? []
    // Electron maintains its three newest lines (electron-timelines); 45 was the newest at the last check.
    expect([43, 44, 45]).toContain(Number(major))
  })

  it('17: trusts only the top frame of its own current page', async () => {
    const ask = (frame: { readonly url: string } | null): Promise<unknown> =>
      machine.invoke(frame, 'till:request', 'app.get', undefined)
    const { mainFrame } = window.webContents
    await ask(mainFrame)
    await ask({ url: start })
    await ask(null)
    await shell.reload('/shop', '')
    // The frame of the page before.
    await ask(mainFrame)
    await window.webContents.loadURL('https://example.org/')
    await ask(window.webContents.mainFrame)
    expect(asked.requests.map(([trusted]) => trusted)).toEqual([true, false, false, false, false])
  })

  it.each(['linux', 'win32', 'darwin'] as const)(
    'locks when the machine sleeps or its screen is locked: %s',
    async (platform) => {
      await open({ platform })
      machine.power('suspend')
      expect(asked.locks).toBe(1)
      expect(shell.locksWithScreen).toBe(platform !== 'linux')
      if (platform === 'linux') return
      machine.power('lock-screen')
      expect(asked.locks).toBe(2)
    },
  )
})

describe('the place of the window', () => {
  const moved = { x: 40, y: 60, width: 1000, height: 700 }

  it('is the same at the next start', async () => {
    window.moveTo(moved)
    const { windowStates } = machine.world
    window.destroy()
    expect((await open({ windowStates })).bounds).toEqual(moved)
  })

  it('outlives a time as a register, whose full screen does not come home', async () => {
    window.moveTo(moved)
    const { windowStates } = machine.world
    await shell.setKiosk(true)
    window.moveTo({ x: 0, y: 0, width: 1920, height: 1080 })
    window.destroy()
    const home = await open({ windowStates })
    expect([home.isShown, home.filled, home.bounds]).toEqual([true, { kiosk: false, fullScreen: false }, moved])
  })

  it('at home does not take a register out of full screen', async () => {
    window.moveTo(moved)
    const { windowStates } = machine.world
    window.destroy()
    expect((await open({ windowStates, inShop: true })).filled).toEqual({ kiosk: true, fullScreen: true })
  })

  it('is not taken from a start with --kiosk, even the first one', async () => {
    const full = await open({ kiosk: true })
    full.moveTo({ x: 0, y: 0, width: 1920, height: 1080 })
    const { windowStates } = machine.world
    full.destroy()
    expect((await open({ windowStates })).bounds).toMatchObject({ width: 1280, height: 860 })
  })
})
