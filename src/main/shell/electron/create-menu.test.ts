import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import { itemsOf } from '../../../testing/electron/menu.ts'
import { endElectron, startElectron } from '../../../testing/electron/module.ts'
import type { Machine } from '../../../testing/electron/world.ts'
import { wordsIn } from '../../desktop/words/words-in.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

const { createMenu } = await import('./create-menu.ts')

let machine: ElectronStandIn
let isRegister = false
let signOuts = 0
afterEach(endElectron)

function show(on: Machine = {}, inShop = false) {
  machine = startElectron(on)
  machine.becomeReady()
  isRegister = inShop
  signOuts = 0
  const menu = createMenu(
    () => isRegister,
    () => undefined,
    () => void signOuts++,
  )
  menu.show()
  return menu
}
const labels = (): (string | undefined)[] => machine.menu()?.items.map(({ label }) => label) ?? []

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('has copy, paste, zoom and About at home, and quits', () => {
    show({ platform })
    expect(labels()).toEqual(['Electron', 'Edit', 'View', 'Window'])
    const roles = [...itemsOf(machine.menu()).values()].map(({ role }) => role)
    expect(roles).toEqual(expect.arrayContaining(['about', 'copy', 'paste', 'zoomIn', 'zoomOut', 'resetZoom', 'quit']))
    expect(itemsOf(machine.menu()).get('Settings…')?.accelerator).toBe('CommandOrControl+,')
  })

  it('closes, quits and reloads nothing at a register, and nothing reloads at home', () => {
    const menu = show({ platform }, true)
    expect(labels()).toEqual(platform === 'darwin' ? ['Electron', 'Edit'] : [])
    isRegister = false
    menu.show()
    const roles = [...itemsOf(machine.menu()).values()].map(({ role }) => role)
    expect(roles.filter((role) => role !== undefined && /reload|devtools/i.test(role))).toEqual([])
  })
})

it('signs out the user of a register on macOS, and offers that nowhere at home', () => {
  show({ platform: 'darwin' }, true)
  const item = itemsOf(machine.menu()).get('Switch User')
  expect(item?.accelerator).toBe('CommandOrControl+L')
  item?.click?.()
  expect(signOuts).toBe(1)
  show({ platform: 'darwin' })
  expect(itemsOf(machine.menu()).has('Switch User')).toBe(false)
})

it('is in the language of the system first, and then in that of the person', () => {
  const menu = show({ languages: ['es-MX', 'en'] })
  expect(labels()).toEqual(['Electron', 'Edición', 'Ver', 'Ventana'])
  menu.setWords(wordsIn('en'))
  expect(labels()).toEqual(['Electron', 'Edit', 'View', 'Window'])
})
