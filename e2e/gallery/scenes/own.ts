import { locked, type Scene } from './scene.ts'

/** Scenes of a person's own things: unlock, a waiting service, and payments that stopped. */
export const ownScenes: Scene[] = [
  { name: 'unlock', path: '/unlock', prepare: locked },
  { name: 'unlock-restore', path: '/welcome/restore', prepare: locked },
  { name: 'unlock-backup', path: '/welcome/backup', prepare: locked },
  { name: 'shop-locked', path: '/shop', prepare: locked },
  {
    name: 'unlock-wrong',
    path: '/unlock',
    prepare: locked,
    async act(page) {
      await page.locator('input[type="password"]').fill('no')
      await page.locator('button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'unlock-throttled',
    path: '/unlock',
    prepare(script) {
      locked(script)
      script.fails['vault.unlock'] = { code: 'throttled', details: { until: Date.now() + 40_000 } }
    },
    async act(page) {
      await page.locator('input[type="password"]').fill('no')
      await page.locator('button[type="submit"]').click()
      await page.locator('[aria-invalid="true"]').waitFor()
    },
  },
  {
    name: 'waiting-service',
    path: '/shop',
    prepare(script) {
      const waitingService = { name: 'Oaxaca Gifts', baseUrl: 'https://gifts.example', integrator: 'lupita' }
      script.app = { ...script.app, waitingService }
    },
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'stopped',
    path: '/wallet',
    prepare(script) {
      script.app = { ...script.app, payingStopped: 'disk-error' }
      script['budget.get'] = { limit: 100, used: 96, left: 4, refillsAt: null, waitingUntil: null }
    },
  },
]
