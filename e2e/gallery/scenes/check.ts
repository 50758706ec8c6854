import type { Page } from 'playwright-core'
import { scriptedCheck, scriptedMisfit } from '../../../src/testing/fixtures/service-check.ts'
import type { Scene } from './scene.ts'

async function check(page: Page): Promise<void> {
  await page.locator('#service').getByRole('button').click()
  await page.locator('form button:has(.lucide-search-check)').click()
}

async function see(page: Page, selector: string): Promise<void> {
  const shown = page.locator(`main form ${selector}`).first()
  await shown.waitFor()
  await shown.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.evaluate(() => document.querySelector('main')?.scrollBy(0, -24))
}

/** Scenes of a check from the service form. */
export const checkScenes: Scene[] = [
  {
    name: 'check-running',
    path: '/settings/service',
    prepare: (script) => void script.hangs.add('profile.check'),
    async act(page) {
      await check(page)
      await see(page, '[role="status"]')
    },
  },
  {
    name: 'check-fits',
    path: '/settings/service',
    prepare: (script) => void (script['profile.check'] = scriptedCheck()),
    async act(page) {
      await check(page)
      await see(page, '[role="status"]')
    },
  },
  {
    name: 'check-fits-all',
    path: '/settings/service',
    prepare(script) {
      const { rows, ...rest } = scriptedCheck()
      script['profile.check'] = { ...rest, rows: rows.filter(({ verdict }) => verdict === 'fits') }
    },
    async act(page) {
      await check(page)
      await page.locator('main form [role="status"]').waitFor()
      await page.locator('main form details').last().locator('summary').click()
      await see(page, '[role="status"]')
    },
  },
  {
    name: 'check-misfit',
    path: '/settings/service',
    prepare: (script) => void (script['profile.check'] = scriptedMisfit()),
    async act(page) {
      await check(page)
      await see(page, '[role="alert"]')
    },
  },
  {
    name: 'check-failed',
    path: '/settings/service',
    prepare: (script) => void (script.fails['profile.check'] = { code: 'internal' }),
    async act(page) {
      await check(page)
      await see(page, '[role="alert"]')
    },
  },
]
