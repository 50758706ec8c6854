import {
  scriptedRegister,
  scriptedRegisterPurchases,
  scriptedRegisters,
  unreadRegister,
} from '../../../src/testing/fixtures/registers.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

function atShop(script: Script): void {
  script.app = { ...script.app, kiosk: { on: true, role: 'manager', clerk: null } }
}
function following(script: Script): void {
  atShop(script)
  script.registers = scriptedRegisters()
  script.registerPurchases = scriptedRegisterPurchases()
}
const until = (): number => Date.now() + 23 * 60_000
/** Shows registers whose reading stopped for lack of requests. */
function stopped(script: Script): void {
  following(script)
  script.registers = {
    ...script.registers,
    stopped: { code: 'service-budget-spent', details: { until: until() } },
    registers: script.registers.registers.map((till, index) =>
      index < 2
        ? till
        : index === 2
          ? { ...till, state: 'left' }
          : unreadRegister(4, { name: 'Mérida', state: 'left' }),
    ),
  }
}
const first = `/sales/registers/${scriptedRegister(2).address}`

/** Scenes of other registers, as the manager follows them. */
export const registerScenes: readonly Scene[] = [
  { name: 'registers', path: '/sales/registers', prepare: following },
  { name: 'registers-none', path: '/sales/registers' },
  { name: 'registers-stopped', path: '/sales/registers', prepare: stopped },
  {
    name: 'registers-reading',
    path: '/sales/registers',
    prepare(script) {
      following(script)
      script.registers = {
        ...script.registers,
        reading: true,
        registers: script.registers.registers.map((till, index) => {
          if (index === 0) return { ...till, problem: { code: 'service-down', details: {} } }
          return index === 1 ? { ...till, state: 'reading' } : { ...till, state: 'next' }
        }),
      }
    },
  },
  {
    name: 'registers-offline',
    path: '/sales/registers',
    prepare(script) {
      following(script)
      script.registers = {
        ...script.registers,
        stopped: { code: 'offline', details: {} },
        registers: script.registers.registers.map((till) => ({ ...till, state: 'left' })),
      }
    },
  },
  {
    name: 'registers-failed',
    path: '/sales/registers',
    prepare(script) {
      atShop(script)
      script.fails['registers.list'] = { code: 'internal' }
    },
  },
  {
    name: 'registers-policy',
    path: '/sales/registers',
    prepare(script) {
      following(script)
      script.registers = { ...script.registers, byPolicy: true }
      script.app = { ...script.app, policy: { sets: ['registers'], problem: null } }
    },
  },
  {
    name: 'registers-add',
    path: '/sales/registers',
    prepare(script) {
      following(script)
      script.fails['registers.add'] = { code: 'invalid-input', details: { reason: 'not-an-address' } }
    },
    async act(page) {
      await page.locator('header button:has(.lucide-plus)').click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input').first().fill('Norte')
      await dialog.locator('input').last().fill('0x5290')
      await dialog.locator('button[type=submit]').click()
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'till-purchases',
    path: first,
    prepare: following,
    act: (page) => page.locator('ul.card li button').first().click(),
  },
  {
    name: 'till-failed',
    path: first,
    prepare(script) {
      following(script)
      script.registerPurchases = []
      script.registers = {
        ...script.registers,
        registers: script.registers.registers.map((till) => ({
          ...till,
          problem: { code: 'service-malformed', details: {} },
          older: true,
          unreadable: 3,
        })),
      }
    },
  },
]
