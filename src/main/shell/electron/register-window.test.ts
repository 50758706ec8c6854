import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import { itemsOf } from '../../../testing/electron/menu.ts'
import { endElectron } from '../../../testing/electron/module.ts'
import { openShell, type Asked, type Opening } from '../../../testing/electron/open-shell.ts'
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
      await open({ platform, inShop: true })
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
    await open({ inShop: true })
    expect(window.filled).toEqual({ kiosk: true, fullScreen: true })
  })

  it('can be closed only by Till', async () => {
    await open({ inShop: true })
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

it('has a register’s menu as long as shop mode is on', async () => {
  await open({ inShop: true })
  expect(window.menu).toBeNull()
  await shell.setKiosk(false)
  expect(itemsOf(window.menu).has('Quit Till')).toBe(true)
  await shell.setKiosk(true)
  expect(window.menu).toBeNull()
})
