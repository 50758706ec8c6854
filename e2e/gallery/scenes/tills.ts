import {
  scriptedTill,
  scriptedTillPurchases,
  scriptedTills,
  unreadTill,
} from '../../../src/testing/fixtures/registers.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

function atShop(script: Script): void {
  script.app = { ...script.app, kiosk: { on: true, role: 'manager', clerk: null } }
}
function following(script: Script): void {
  atShop(script)
  script.tills = scriptedTills()
  script.tillPurchases = scriptedTillPurchases()
}
const until = (): number => Date.now() + 23 * 60_000
/** The requests ran out in the middle. */
function stopped(script: Script): void {
  following(script)
  script.tills = {
    ...script.tills,
    stopped: { code: 'service-budget-spent', details: { until: until() } },
    tills: script.tills.tills.map((till, index) =>
      index < 2 ? till : index === 2 ? { ...till, state: 'left' } : unreadTill(4, { name: 'Mérida', state: 'left' }),
    ),
  }
}
const first = `/sales/tills/${scriptedTill(2).address}`

/** Other tills, as the manager follows them. */
export const tillScenes: readonly Scene[] = [
  { name: 'tills', path: '/sales/tills', prepare: following },
  { name: 'tills-none', path: '/sales/tills' },
  { name: 'tills-stopped', path: '/sales/tills', prepare: stopped },
  {
    name: 'tills-reading',
    path: '/sales/tills',
    prepare(script) {
      following(script)
      script.tills = {
        ...script.tills,
        reading: true,
        tills: script.tills.tills.map((till, index) => {
          if (index === 0) return { ...till, problem: { code: 'service-down', details: {} } }
          return index === 1 ? { ...till, state: 'reading' } : { ...till, state: 'next' }
        }),
      }
    },
  },
  {
    name: 'tills-offline',
    path: '/sales/tills',
    prepare(script) {
      following(script)
      script.tills = {
        ...script.tills,
        stopped: { code: 'offline', details: {} },
        tills: script.tills.tills.map((till) => ({ ...till, state: 'left' })),
      }
    },
  },
  {
    name: 'tills-failed',
    path: '/sales/tills',
    prepare(script) {
      atShop(script)
      script.fails['tills.list'] = { code: 'internal' }
    },
  },
  {
    name: 'tills-policy',
    path: '/sales/tills',
    prepare(script) {
      following(script)
      script.tills = { ...script.tills, byPolicy: true }
      script.app = { ...script.app, policy: { sets: ['tills'], problem: null } }
    },
  },
  {
    name: 'tills-add',
    path: '/sales/tills',
    prepare(script) {
      following(script)
      script.fails['tills.add'] = { code: 'invalid-input', details: { reason: 'not-an-address' } }
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
      script.tillPurchases = []
      script.tills = {
        ...script.tills,
        tills: script.tills.tills.map((till) => ({
          ...till,
          problem: { code: 'service-malformed', details: {} },
          older: true,
          unreadable: 3,
        })),
      }
    },
  },
]
