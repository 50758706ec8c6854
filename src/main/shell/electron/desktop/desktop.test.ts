import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Desktop } from '../../../desktop/desktop.ts'
import { wordsIn } from '../../../desktop/words/words-in.ts'
import type { ElectronStandIn } from '../../../../testing/electron/create-electron.ts'
import { itemsOf } from '../../../../testing/electron/menu.ts'
import { endElectron, startElectron } from '../../../../testing/electron/module.ts'
import type { Machine } from '../../../../testing/electron/world.ts'

vi.mock('electron', async () => (await import('../../../../testing/electron/module.ts')).electron)

const { createDesktop } = await import('./create-desktop.ts')
const { autostartEntry } = await import('./system-start.ts')

const icons = join(import.meta.dirname, '../../../../../resources/tray')
const platforms = ['linux', 'darwin', 'win32'] as const
let machine: ElectronStandIn
let focused = 0
let opened: string[] = []

function create(on: Machine = {}): Desktop {
  machine = startElectron(on)
  if (machine.world.platform === 'win32') machine.app.setAppUserModelId('till')
  machine.becomeReady()
  focused = 0
  opened = []
  const menu = { words: () => wordsIn('en'), setWords: () => undefined }
  return createDesktop({ icons, menu, window: () => null, focus: () => focused++, open: (path) => opened.push(path) })
}
afterEach(() => {
  vi.unstubAllEnvs()
  endElectron()
})

describe.each(platforms)('on %s', (platform) => {
  it('the icon opens the window, quits Till, and goes away', () => {
    const desktop = create({ platform })
    desktop.setTray('1 payment')
    const quit = vi.spyOn(machine.app, 'quit').mockImplementation(() => undefined)
    expect(machine.seen.tray?.toolTip).toBe('1 payment')
    const items = itemsOf(machine.seen.tray?.menu ?? null)
    items.get('Open Till')?.click?.()
    items.get('Quit Till')?.click?.()
    expect([focused, quit.mock.calls.length]).toEqual([1, 1])
    machine.seen.tray?.emit('click')
    // On macOS a click opens the menu.
    expect(focused).toBe(platform === 'darwin' ? 1 : 2)
    const { tray } = machine.seen
    desktop.setTray('2 payments')
    expect(machine.seen.tray).toBe(tray)
    expect(tray?.toolTip).toBe('2 payments')
    desktop.setTray(null)
    expect(machine.seen.tray).toBeNull()
  })

  it('the number is on the dock or the taskbar', () => {
    const desktop = create({ platform })
    desktop.setBadge(3)
    expect(machine.seen.badge).toBe(3)
    desktop.setBadge(0)
    expect(machine.seen.badge).toBe(0)
  })

  it('a notification opens its path when it is clicked', () => {
    const desktop = create({ platform })
    desktop.notify({ title: 'Delivered', body: 'Oak', path: '/purchases' })
    expect(machine.seen.notifications.map(({ options }) => options)).toEqual([{ title: 'Delivered', body: 'Oak' }])
    machine.seen.notifications[0]?.click()
    expect(opened).toEqual(['/purchases'])
  })

  it('the window’s frame has the chosen theme', () => {
    const desktop = create({ platform })
    for (const theme of ['dark', 'light', 'system'] as const) {
      desktop.setTheme(theme)
      expect(machine.electron.nativeTheme.themeSource).toBe(theme)
    }
  })

  it('nothing starts a Till with the system that is not installed', () => {
    expect(create({ platform }).systemStart).toBeNull()
  })
})

it('a system without notifications shows none', () => {
  const desktop = create()
  machine.world.showsNotifications = false
  desktop.notify({ title: 'Delivered', body: '', path: '/' })
  expect(machine.seen.notifications).toEqual([])
})

it.each([
  ['linux', 'H＆M ‹a href=x›'],
  ['win32', 'H&M <a href=x>'],
] as const)('the body of a notification is no markup on %s', (platform, shown) => {
  create({ platform }).notify({ title: 'Delivered', body: 'H&M <a href=x>', path: '/' })
  expect(machine.seen.notifications[0]?.options.body).toBe(shown)
})

describe('starting with the system', () => {
  it.each(['darwin', 'win32'] as const)('is a login item on %s', (platform) => {
    const { systemStart } = create({ platform, isPackaged: true })
    expect(systemStart?.isOn()).toBe(false)
    systemStart?.set(true)
    expect([machine.seen.startsWithSystem, systemStart?.isOn()]).toEqual([true, true])
    systemStart?.set(false)
    expect(machine.seen.startsWithSystem).toBe(false)
  })

  it('is a file of the person’s on Linux, which names the AppImage', () => {
    const config = mkdtempSync(join(tmpdir(), 'till-autostart-'))
    vi.stubEnv('XDG_CONFIG_HOME', config)
    vi.stubEnv('APPIMAGE', '/home/me/My Apps/Till.AppImage')
    const { systemStart } = create({ platform: 'linux', isPackaged: true })
    const file = join(config, 'autostart', 'till.desktop')
    expect(systemStart?.isOn()).toBe(false)
    systemStart?.set(true)
    expect(systemStart?.isOn()).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain('\nExec="/home/me/My Apps/Till.AppImage"\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    systemStart?.set(false)
    systemStart?.set(false)
    expect(existsSync(file)).toBe(false)
    rmSync(config, { recursive: true })
  })

  it('quotes a program’s path as the specification of desktop files asks', () => {
    expect(autostartEntry('/opt/a "b" $c %d \\e/till')).toContain('Exec="/opt/a \\\\"b\\\\" \\\\$c %%d \\\\\\\\e/till"')
  })
})
