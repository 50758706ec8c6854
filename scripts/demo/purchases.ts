import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { CheckoutPage } from '../../e2e/pages/checkout.ts'
import { Frame } from '../../e2e/pages/frame.ts'
import { PurchasesPage } from '../../e2e/pages/purchases.ts'
import { WalletPage } from '../../e2e/pages/wallet.ts'
import { shootStates } from '../../e2e/gallery/shoot-states.ts'
import { createScreenshots, type Screenshots } from '../../e2e/support/screenshots.ts'
import { ask } from '../../e2e/support/ask.ts'
import { launchTill, type RunningTill } from '../../e2e/support/launch-till.ts'
import { controlSandbox, countRequests, type SandboxControl } from '../../e2e/support/sandbox-control.ts'
import { buildIfNeeded } from '../launch/build-if-needed.ts'
import { findOrInstallBrowser } from '../launch/find-browser.ts'
import { startSandbox } from '../launch/start-sandbox.ts'
import { makeWallet } from './make-wallet.ts'

interface DemoPurchase {
  readonly status: 'succeeded' | 'refunded'
  readonly product: string
  readonly network: string
  readonly paymentHash: string | null
  readonly transactionId: string | null
  readonly seconds: number
  readonly serviceRequests: number
}

interface Errand {
  readonly name: string
  readonly search: string
  readonly product: RegExp
  readonly field: readonly [label: string, value: string]
  readonly coin: string
  readonly ends: RegExp
}

const folder = join(import.meta.dirname, '../../demo')

const errands: readonly Errand[] = [
  {
    name: 'top-up',
    search: 'nimbus mexico 20',
    product: /^Nimbus Mobile Mexico .* MX\$20\b/,
    field: ['Phone number', '55 1234 5678'],
    coin: 'USDC on Harbour',
    ends: / delivered to \+52 55 1234 5678/,
  },
  {
    name: 'gift-card',
    search: 'pixelforge arcade spain',
    product: /^Pixelforge Arcade Spain/,
    field: ['E-mail', 'ines@example.org'],
    coin: 'USDT on Meadow',
    ends: / sent to ines@example\.org/,
  },
]

async function buy(till: RunningTill, control: SandboxControl, screenshots: Screenshots, errand: Errand): Promise<DemoPurchase> {
  const { page } = till
  const checkout = new CheckoutPage(page)
  const before = await countRequests(control)
  const began = performance.now()
  await new Frame(page).search(errand.search)
  const product = page.getByRole('link', { name: errand.product }).first()
  await product.waitFor()
  await screenshots.take(`${errand.name}-search`)
  await product.click()
  await checkout.fill(...errand.field)
  await checkout.payWith(errand.coin)
  await checkout.seePrice()
  await checkout.acceptTerms()
  await expect(checkout.pay).toBeEnabled()
  await screenshots.take(`${errand.name}-review`)
  await checkout.confirm()
  await page.getByText('You can close Till. Nothing is lost.').waitFor()
  await screenshots.take(`${errand.name}-paying`)
  await page.getByRole('heading', { name: errand.ends }).waitFor({ timeout: 40_000 })
  await screenshots.take(`${errand.name}-delivered`)
  const [newest] = (await ask(page, 'purchases.list', { limit: 1 })).purchases
  if (!newest) throw new Error('The purchase is not in the history')
  const purchase = await ask(page, 'purchases.get', { id: newest.id })
  if (purchase.status !== 'delivered') throw new Error(`The purchase is ${purchase.status}`)
  return {
    status: 'succeeded',
    product: purchase.sku,
    network: purchase.networkName,
    paymentHash: purchase.steps.at(-1)?.hash ?? null,
    transactionId: purchase.registration.transactionId,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    serviceRequests: (await countRequests(control)) - before,
  }
}

async function lookAround({ page }: RunningTill, screenshots: Screenshots): Promise<void> {
  const frame = new Frame(page)
  await frame.go('Purchases')
  await expect(new PurchasesPage(page).rows).toHaveCount(errands.length)
  await screenshots.take('purchases')
  await frame.go('Settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await screenshots.takeWhole('settings')
  await frame.lock()
  await screenshots.take('locked')
}

/** Creates a wallet and buys on both networks; returns the purchases, and the number of pictures in `demo/`. */
export async function demoPurchases(): Promise<{ purchases: DemoPurchase[]; screens: number; states: number }> {
  console.log('Playing the first run and two purchases on the real screens; the pictures go to demo/.')
  const browser = findOrInstallBrowser()
  buildIfNeeded()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'till-demo-'))
  console.log('Starting the sandbox and Till…')
  const sandbox = await startSandbox()
  const till = await launchTill({ shell: 'chromium', dataDir, sandboxFile: sandbox.profileFile, locale: 'en' })
  try {
    till.page.setDefaultTimeout(20_000)
    // Tall enough for a whole receipt.
    await till.page.setViewportSize({ width: 1280, height: 900 })
    const control = controlSandbox(sandbox)
    const screenshots = createScreenshots(() => till.page, folder)
    console.log('Creating a wallet…')
    await makeWallet(till, screenshots)
    await new Frame(till.page).go('Wallet')
    await new WalletPage(till.page).getPlayMoney()
    await screenshots.take('wallet')
    await till.page.getByRole('button', { name: 'Dismiss' }).click()
    await new Frame(till.page).go('Shop')
    await till.page.getByRole('list', { name: 'Brands' }).waitFor()
    // The worker counts the catalog for the filters.
    await till.page.getByText('Everything', { exact: true }).waitFor()
    await screenshots.take('shop')
    const purchases: DemoPurchase[] = []
    for (const errand of errands) {
      console.log(`Buying a ${errand.name} with ${errand.coin}…`)
      purchases.push(await buy(till, control, screenshots, errand))
    }
    console.log('Opening the purchases…')
    await lookAround(till, screenshots)
    const screens = screenshots.count()
    console.log('Taking pictures of every state, question and fee…')
    const dist = join(import.meta.dirname, '../../out/renderer')
    const states = await shootStates({ dist, folder: join(folder, 'states'), browser })
    return { purchases, screens, states }
  } finally {
    await till.close()
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
