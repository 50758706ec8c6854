import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import { endElectron, startElectron } from '../../../testing/electron/module.ts'
import type { StandInWindow } from '../../../testing/electron/windows.ts'
import type { Machine } from '../../../testing/electron/world.ts'
import { soon } from '../../../testing/soon.ts'
import type { PageHost, Shell } from '../shell.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

const { createElectronShell, prepareElectron } = await import('./electron-shell.ts')

const ownDisplay = { id: 1, bounds: { x: 0, y: 0, width: 1280, height: 800 } }
const second = { id: 2, bounds: { x: 1280, y: 0, width: 1024, height: 768 } }

/** Which page's requests arrived at the app. */
let asked: string[]
const hostOf = (page: string): PageHost => ({
  request: (trusted) => {
    asked.push(trusted ? page : 'nobody')
    return Promise.resolve({ ok: true, value: null })
  },
  serve: () => Promise.resolve({ status: 200, headers: {}, bytes: new TextEncoder().encode(page) }),
})

let machine: ElectronStandIn
let shell: Shell

/** Opens the shell of a register on a machine with two displays. */
async function open(on: Machine = {}): Promise<void> {
  asked = []
  machine = startElectron({ displays: [ownDisplay, second], ...on })
  prepareElectron(false)
  machine.becomeReady()
  const icons = join(import.meta.dirname, '../../../../resources/tray')
  const options = { preload: '/preload.cjs', kiosk: false, devServer: null, icons, log: () => undefined }
  shell = createElectronShell({ ...options, links: { deliver: () => undefined } })
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
afterEach(() => {
  vi.unstubAllEnvs()
  endElectron()
})

const register = (): StandInWindow => [...machine.windows][0] ?? expect.fail('No window of the register')
const customers = (): StandInWindow[] => [...machine.windows].slice(1)
function customer(): StandInWindow {
  const [window, ...others] = customers()
  expect(others).toEqual([])
  return window ?? expect.fail('No window of the customer')
}

it.each(['linux', 'win32', 'darwin'] as const)(
  'opens full screen on the other display, without taking the keyboard: %s',
  async (platform) => {
    await open({ platform })
    await vi.waitFor(() => expect(customer().isShown).toBe(true), soon)
    expect([customer().getBounds(), customer().filled.fullScreen]).toEqual([second.bounds, true])
    expect([register().isInFront, customer().isInFront]).toEqual([true, false])
    expect(customer().webContents.page.address()).toBe('till://app/index.html#/customer')
    expect(customer().options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    })
  },
)

it('opens on the display where the register is not', async () => {
  await open({ displays: [second, ownDisplay] })
  register().moveTo(second.bounds)
  shell.customerWindow.set(false)
  shell.customerWindow.set(true)
  expect(customer().getBounds()).toEqual(ownDisplay.bounds)
})

it('comes and goes with the display, and with shop mode', async () => {
  await open({ displays: [ownDisplay] })
  expect([customers(), shell.customerWindow.isOpen()]).toEqual([[], false])
  machine.plug(second)
  expect([customer().getBounds(), shell.customerWindow.isOpen()]).toEqual([second.bounds, true])
  machine.unplug(second.id)
  expect([customers(), shell.customerWindow.isOpen()]).toEqual([[], false])
  machine.plug(second)
  shell.customerWindow.set(false)
  expect(customers()).toEqual([])
})

it('moves when the register’s window was moved to its display', async () => {
  await open()
  const third = { id: 3, bounds: { x: 2304, y: 0, width: 800, height: 480 } }
  machine.plug(third)
  expect(customer().getBounds()).toEqual(second.bounds)
  machine.unplug(second.id)
  expect(customer().getBounds()).toEqual(third.bounds)
})

it.each([
  ['in a Wayland session', 'wayland', '', 0],
  ['in a Wayland session over X11', 'wayland', 'x11', 1],
  ['in an X11 session', 'x11', '', 1],
])('opens only where Till may choose the display: %s', async (_, type, ozone, count) => {
  vi.stubEnv('XDG_SESSION_TYPE', type)
  await open({ displays: [ownDisplay] })
  machine.app.switches.set('ozone-platform', ozone)
  machine.plug(second)
  expect(customers()).toHaveLength(count)
})

it('returns to full screen, and is closed only by Till', async () => {
  await open()
  for (const undo of [() => customer().leaveFullScreen(), () => customer().minimize()]) {
    Object.assign(customer(), { filled: { kiosk: false, fullScreen: false } })
    undo()
    expect([customer().filled.fullScreen, customer().isMinimized()]).toEqual([true, false])
  }
  expect(customer().close()).toBe(false)
  machine.app.quit()
  expect(machine.windows.size).toBe(0)
})

it('opens its page again if it crashes', async () => {
  await open()
  const { webContents } = customer()
  const gone = once(webContents, 'render-process-gone')
  webContents.forcefullyCrashRenderer()
  await gone
  await vi.waitFor(() => expect(webContents.isCrashed()).toBe(false), soon)
  expect(webContents.page.address()).toBe('till://app/index.html#/customer')
})

it('answers each page with its own rights, in a session of its own', async () => {
  await open()
  const ask = (frame: { readonly url: string }): Promise<unknown> =>
    machine.invoke(frame, 'till:request', 'app.get', undefined)
  const { webContents } = customer()
  await vi.waitFor(() => expect(webContents.page.address()).not.toBe(''), soon)
  await ask(webContents.mainFrame)
  await ask(register().webContents.mainFrame)
  await ask({ url: 'till://app/index.html#/customer' })
  expect(asked).toEqual(['customer', 'register', 'nobody'])
  expect(webContents.session).not.toBe(register().webContents.session)
  expect(await (await webContents.session.fetch('till://app/')).text()).toBe('customer')
  expect(await (await machine.fetch('till://app/')).text()).toBe('register')
  expect(webContents.session.ask('clipboard-sanitized-write', true, 'till://app/')).toEqual({
    requested: false,
    checked: false,
  })
  expect(webContents.session.lets('https://example.org/')).toBe(false)
})

it('receives only the events that are for it', async () => {
  await open()
  shell.emit('budget.changed', {} as never)
  shell.customerWindow.emit('customer.changed', { shop: 'Lumo' } as never)
  const events = (window: StandInWindow): unknown[] => window.webContents.sent.map(([, name]) => name)
  expect([events(register()), events(customer())]).toEqual([['budget.changed'], ['customer.changed']])
})
