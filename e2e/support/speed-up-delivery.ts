import { expect, type Page } from '@playwright/test'
import { ask } from './ask.ts'
import type { SandboxControl } from './sandbox-control.ts'

/** Makes the service deliver within a second, and Till poll accordingly. */
export async function speedUpDelivery(page: Page, control: SandboxControl, password: string): Promise<void> {
  await control.settings({ deliverySeconds: 1 })
  const profile = await ask(page, 'profile.get', undefined)
  await ask(page, 'profile.save', { ...profile, deliverySeconds: 1, password })
  // Saving a service refreshes its catalog.
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshing).toBe(false)
}
