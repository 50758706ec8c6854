import { expect, type Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import type { SandboxControl } from './sandbox-control.ts'

/** Cuts Till off from its service and all networks, until the control door is reset. */
export async function goOffline(page: Page, control: SandboxControl): Promise<void> {
  await control.fault({ operation: '*', kind: 'reset', times: 1000 })
  for (const network of ['harbour', 'meadow']) await control.chain(network, { action: 'stop-node' })
  await goTo(page, '/shop')
  await page.getByRole('button', { name: 'Refresh the catalog' }).click()
  await expect(page.getByText('You’re offline.')).toBeVisible()
}
