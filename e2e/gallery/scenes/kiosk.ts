import type { Script } from '../../support/scripted-bridge.ts'
import type { Scene } from './scene.ts'

const people = [
  { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false, pin: '4711' },
  { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f002', name: 'Benjamín', colour: 'violet', lockedOut: false, pin: '0815' },
  { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f003', name: 'Carolina', colour: 'orange', lockedOut: true, pin: '1234' },
] as const

function inShop(script: Script): void {
  script.clerks = people.map((one) => ({ ...one }))
  script.app = { ...script.app, kiosk: { on: true, role: 'nobody', clerk: null } }
}

/** A till in a shop and the people at it. */
export const kioskScenes: readonly Scene[] = [
  { name: 'kiosk-start', path: '/till', prepare: inShop },
  {
    name: 'kiosk-start-locked',
    path: '/till',
    prepare(script) {
      inShop(script)
      script.app = { ...script.app, locked: true }
    },
  },
  {
    name: 'kiosk-pin',
    path: '/till',
    prepare: inShop,
    async act(page) {
      await page.getByRole('button', { name: /Benjamín/ }).click()
      for (const digit of ['9', '9', '9', '9']) await page.getByRole('button', { name: digit, exact: true }).click()
      await page.locator('form button[type=submit]').click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: '1', exact: true }).click()
    },
  },
  {
    name: 'kiosk-manager',
    path: '/till',
    prepare: inShop,
    async act(page) {
      await page.locator('button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'kiosk-clerk',
    path: '/shop',
    prepare(script) {
      inShop(script)
      script.app = { ...script.app, kiosk: { on: true, role: 'clerk', clerk: people[1] } }
    },
  },
  {
    name: 'kiosk-people',
    path: '/settings/people',
    prepare: (script) => void (script.clerks = people.map((one) => ({ ...one }))),
  },
  { name: 'kiosk-nobody', path: '/settings/people' },
  {
    name: 'kiosk-add',
    path: '/settings/people',
    prepare: (script) => void (script.clerks = people.map((one) => ({ ...one }))),
    async act(page) {
      await page.locator('button[aria-haspopup=dialog]').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
