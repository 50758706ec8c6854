import { expect, type Page } from '@playwright/test'
import { ask } from './ask.ts'
import type { SandboxControl } from './sandbox-control.ts'

/** Lets the service settle within a second, and Till look for it then. */
export async function hurry(page: Page, control: SandboxControl, password: string): Promise<void> {
  await control.settings({ settleSeconds: 1 })
  const profile = await ask(page, 'profile.get', undefined)
  await ask(page, 'profile.save', { ...profile, settleSeconds: 1, password })
  // What is saved is asked for its catalog anew.
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshing).toBe(false)
}
