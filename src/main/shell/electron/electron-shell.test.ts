import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import { itemsOf } from '../../../testing/electron/menu.ts'
import { endElectron } from '../../../testing/electron/module.ts'
import { openShell, start, type Asked, type Opening } from '../../../testing/electron/open-shell.ts'
import type { StandInWindow } from '../../../testing/electron/windows.ts'
import { soon } from '../../../testing/soon.ts'
import type { Shell } from '../shell.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

let machine: ElectronStandIn
let shell: Shell
let window: StandInWindow
let asked: Asked
async function open(on?: Opening): Promise<void> {
  ;({ machine, shell, window, asked } = await openShell(on))
}
beforeEach(() => open())
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
    await open({ whenSeen: (seen) => void seen.close() })
    expect([asked.closed, window.isDestroyed(), machine.world.boxes]).toEqual([1, true, []])
  })

  it('opens it again if it crashes', async () => {
    let crashed = false
    await open({
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
      whenSeen(_, seenShell) {
        reloading = seenShell.reload('/shop', '')
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
    await open({ inShop: true })
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
    await open({ platform })
    expect(itemsOf(machine.menu()).has('Zoom In')).toBe(true)
    expect(window.menu).toBe(platform === 'darwin' ? null : machine.menu())
    itemsOf(machine.menu()).get('Settings…')?.click?.()
    expect(asked.paths).toEqual(['/settings'])
  },
)

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

describe('the place of the window', () => {
  const moved = { x: 40, y: 60, width: 1000, height: 700 }

  it('is the same at the next start', async () => {
    window.moveTo(moved)
    const { windowStates } = machine.world
    window.destroy()
    await open({ windowStates })
    expect(window.bounds).toEqual(moved)
  })

  it('outlives a time as a register, whose full screen does not come home', async () => {
    window.moveTo(moved)
    const { windowStates } = machine.world
    await shell.setKiosk(true)
    window.moveTo({ x: 0, y: 0, width: 1920, height: 1080 })
    window.destroy()
    await open({ windowStates })
    expect([window.isShown, window.filled, window.bounds]).toEqual([true, { kiosk: false, fullScreen: false }, moved])
  })

  it('at home does not take a register out of full screen', async () => {
    window.moveTo(moved)
    const { windowStates } = machine.world
    window.destroy()
    await open({ windowStates, inShop: true })
    expect(window.filled).toEqual({ kiosk: true, fullScreen: true })
  })

  it('is not taken from a start with --kiosk, even the first one', async () => {
    await open({ kiosk: true })
    window.moveTo({ x: 0, y: 0, width: 1920, height: 1080 })
    const { windowStates } = machine.world
    window.destroy()
    await open({ windowStates })
    expect(window.bounds).toMatchObject({ width: 1280, height: 860 })
  })
})
