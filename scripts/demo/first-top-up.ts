import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchTill } from '../../e2e/support/launch-till.ts'
import { buildIfNeeded } from '../launch/build-if-needed.ts'
import { findOrInstallBrowser } from '../launch/find-browser.ts'
import { startSandbox } from '../launch/start-sandbox.ts'
import { password } from './make-wallet.ts'
import { createPerson, type Person } from './person.ts'

interface FirstTopUp {
  /** Clicks from the first screen to a delivered top-up. */
  readonly clicks: number
  /** The time they took at a person's pace, without writing the recovery phrase on paper. */
  readonly seconds: number
}

/** Plays a newcomer in Mexico, from the first screen of a new Till to a delivered top-up, at a person's pace. */
export async function demoFirstTopUp(): Promise<{ firstTopUp: FirstTopUp }> {
  findOrInstallBrowser()
  buildIfNeeded()
  console.log('Playing the first top-up at a person’s pace…')
  const dataDir = await mkdtemp(join(tmpdir(), 'till-demo-'))
  const sandbox = await startSandbox()
  const till = await launchTill({
    shell: 'chromium',
    dataDir,
    sandboxFile: sandbox.profileFile,
    locale: 'en',
    timeZone: 'America/Mexico_City',
  })
  try {
    const { page } = till
    page.setDefaultTimeout(20_000)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('heading', { name: 'Where are you?' }).waitFor()
    const person = createPerson(page)
    const began = performance.now()
    await createWallet(page, person)
    await topUp(page, person)
    return { firstTopUp: { clicks: person.clicks(), seconds: Math.round((performance.now() - began) / 1000) } }
  } finally {
    await till.close()
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function createWallet(page: Page, person: Person): Promise<void> {
  await person.click(page.getByRole('button', { name: 'Continue with Mexico' }))
  await person.click(page.getByRole('button', { name: 'Use play money' }))
  await expect(page.getByRole('textbox', { name: 'New password' })).toBeFocused()
  await person.type(password)
  await person.enter()
  await person.type(password)
  await person.click(page.getByRole('button', { name: 'Continue' }))
  await person.click(page.getByRole('button', { name: 'Show the words' }))
  const written = await page.getByRole('list', { name: 'Recovery phrase' }).locator('[lang="en"]').allInnerTexts()
  await person.click(page.getByRole('checkbox', { name: 'I wrote them down' }))
  await person.click(page.getByRole('button', { name: 'Continue' }))
  const labels = page.locator('form label')
  await expect(labels).toHaveCount(3)
  for (const [index, label] of (await labels.allInnerTexts()).entries()) {
    if (index > 0) await person.enter()
    await person.type(written[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await person.click(page.getByRole('button', { name: 'Create wallet' }))
  await page.waitForURL(/#\/shop/)
}

async function topUp(page: Page, person: Person): Promise<void> {
  await person.click(page.getByRole('button', { name: 'Get play money' }))
  await page.getByText('Play money has arrived in your wallet.').waitFor()
  await person.click(page.getByRole('list', { name: 'Brands' }).getByRole('link', { name: /^Nimbus Mobile/ }))
  await person.click(page.getByRole('link', { name: /MX\$20\b/ }).first())
  const number = page.getByRole('textbox', { name: 'Phone number' })
  await number.waitFor()
  if (!(await number.evaluate((field) => field === document.activeElement))) await person.click(number)
  await person.type('5512345678')
  await person.click(page.getByRole('button', { name: 'See price' }))
  await person.click(page.getByRole('button', { name: /^Pay \d/ }))
  await page.getByRole('heading', { name: / delivered to \+52 55 1234 5678/ }).waitFor({ timeout: 60_000 })
}
