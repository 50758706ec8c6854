import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { formatUnits, parseUnits } from 'viem'
import { startSandbox } from '../../scripts/launch/start-sandbox.ts'
import { goTo } from '../pages/goto.ts'
import { buy, failing, topUp, untilStatus } from '../support/buy.ts'
import type { SandboxControl } from '../support/sandbox-control.ts'
import { openInbox } from '../support/open-inbox.ts'
import { openNode, sendRaw } from '../support/pay-by-hand.ts'
import { controlSandbox } from '../support/sandbox-control.ts'
import { ask, expect, password, test } from '../support/test.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test(
  'a payment that is not mined for long raises a question, is sent again unchanged, and pays once',
  {
    tag: '@reason:payment-dropped',
  },
  async ({ ready, launch, control }) => {
    await control.settings({ deliverySeconds: 1 })
    await control.chain('harbour', { action: 'pause-mining' })
    const id = await buy(ready.page, topUp)
    await ready.kill()
    const { page } = await launch({ clockAheadSeconds: 16 * 60 })
    const card = await openInbox(page, 'Payment not confirmed')
    for (const name of ['Speed up', 'Cancel payment', 'Save proof']) {
      await expect(card.getByRole('button', { name, exact: true })).toBeVisible()
    }
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await control.chain('harbour', { action: 'resume-mining' })
    await untilStatus(page, id, 'delivered')
    expect((await control.ledger(ready.wallet)).payments).toHaveLength(1)
  },
)

test(
  'a payment that is not final for long raises a question even when delivered, and is closed once final',
  {
    tag: '@reason:payment-not-final',
  },
  async ({ ready, launch, control }) => {
    await control.settings({ deliverySeconds: 1 })
    await control.chain('harbour', { action: 'pause-mining' })
    const id = await buy(ready.page, topUp)
    await control.chain('harbour', { action: 'mine', blocks: 2 })
    await untilStatus(ready.page, id, 'delivered')
    await ready.kill()
    const { page } = await launch({ clockAheadSeconds: 25 * 3600 })
    const card = await openInbox(page, 'Payment not final yet')
    await expect(card.getByText(/It can never be paid twice/)).toBeVisible()
    await control.chain('harbour', { action: 'resume-mining' })
    await control.chain('harbour', { action: 'mine', blocks: 3 })
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await expect.poll(async () => (await ask(page, 'purchases.get', { id })).ended, { timeout: 30_000 }).toBe(true)
  },
)

test(
  'a refund that is missing for a day raises a question, and can be given up',
  {
    tag: '@reason:refund-missing',
  },
  async ({ fast, launch, control }) => {
    await control.settings({ refunds: false })
    const id = await buy(fast.page, failing)
    await untilStatus(fast.page, id, 'failed')
    await fast.kill()
    const { page } = await launch({ clockAheadSeconds: 25 * 3600 })
    const card = await openInbox(page, 'Refund missing')
    await card.getByRole('button', { name: 'Stop waiting' }).click()
    const dialog = page.getByRole('dialog')
    // Giving coins up needs the password.
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
    await dialog.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    expect(await ask(page, 'purchases.get', { id })).toMatchObject({ status: 'failed', refund: { state: 'waived' } })
  },
)

test(
  'a stranger’s transfer of the refund’s amount raises a question, and counts only if the person confirms it',
  {
    tag: '@reason:refund-possible',
  },
  async ({ fast, launch, control }) => {
    await control.settings({ refunds: false })
    const id = await buy(fast.page, failing)
    await untilStatus(fast.page, id, 'failed')
    const { totalAmount } = await ask(fast.page, 'purchases.get', { id })
    await give(control, fast.page, fast.wallet, totalAmount)
    const unknownSender = await openInbox(fast.page, 'Is this the refund?')
    await expect(unknownSender.getByText(/ arrived from 0x0000.* Is it the refund\?/)).toBeVisible()
    await unknownSender.getByRole('button', { name: 'No, keep waiting' }).click()
    await fast.page.getByRole('dialog').getByRole('button', { name: 'No, keep waiting' }).click()
    await expect(fast.page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    expect(await ask(fast.page, 'purchases.get', { id })).toMatchObject({ status: 'failed', ended: false })

    await control.settings({ refunds: true, refundsFrom: 'elsewhere' })
    const other = await buy(fast.page, { ...failing, networkKey: 'meadow' })
    await expect
      .poll(async () => (await ask(fast.page, 'purchases.get', { id: other })).attention, { timeout: 30_000 })
      .toBe('refund-possible')
    await fast.kill()
    const { page } = await launch()
    const card = await openInbox(page, 'Is this the refund?')
    await card.getByRole('button', { name: 'Yes, it’s the refund' }).click()
    const dialog = page.getByRole('dialog')
    // Ending the wait needs the password too.
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
    await dialog.getByRole('button', { name: 'Yes, it’s the refund' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    expect(await ask(page, 'purchases.get', { id: other })).toMatchObject({
      status: 'refunded',
      refund: { state: 'seen', parts: [{ evidence: 'person' }] },
    })
    expect(await ask(page, 'purchases.get', { id })).toMatchObject({ status: 'failed', refund: { state: 'none' } })
  },
)

test(
  'a service that denies access to registrations raises a question, and gets the registration once it allows it',
  {
    tag: '@reason:registration-refused-access',
  },
  async ({ fast, control }) => {
    const { page, wallet } = fast
    await control.fault({ operation: 'registerTransaction', kind: 'status', status: 401, body: {}, times: 2 })
    const id = await buy(page, topUp)
    await checkUntilAttention(page, id, 'registration-refused-access')
    const card = await openInbox(page, 'The service refuses this Till')
    await card.getByRole('button', { name: 'Check now' }).click()
    await untilStatus(page, id, 'delivered')
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    const { payments, registrations } = await control.ledger(wallet)
    expect([payments.length, registrations.length]).toEqual([1, 1])
  },
)

test(
  'a registration without a clear answer raises a question, and continues once the service answers',
  {
    tag: '@reason:registration-unanswered',
  },
  async ({ ready, launch, control }) => {
    await control.fault({ operation: 'registerTransaction', kind: 'status', status: 503, body: {}, times: 500 })
    const id = await buy(ready.page, topUp)
    await expect
      .poll(async () => (await ask(ready.page, 'purchases.get', { id })).registration.unclear, { timeout: 30_000 })
      .toBe(true)
    await ready.kill()
    const { page } = await launch({ clockAheadSeconds: 31 * 60 })
    const card = await openInbox(page, 'Not registered yet')
    await expect(card.getByText(/Its answer was error 503/)).toBeVisible()
    for (const name of ['Correct the details', 'Save proof']) {
      await expect(card.getByRole('button', { name, exact: true })).toBeVisible()
    }
    await control.clearFaults()
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await untilStatus(page, id, 'delivered')
    const { payments, registrations } = await control.ledger(ready.wallet)
    expect([payments.length, registrations.length]).toEqual([1, 1])
  },
)

test(
  'a delivery that is hours late raises a question, which is closed once it arrives',
  {
    tag: '@reason:delivery-late',
  },
  async ({ ready, launch, control }) => {
    await control.settings({ deliverySeconds: 86_400 })
    const id = await buy(ready.page, topUp)
    await expect
      .poll(async () => (await ask(ready.page, 'purchases.get', { id })).registration.state, { timeout: 30_000 })
      .toBe('registered')
    await ready.kill()
    const { page } = await launch({ clockAheadSeconds: 7 * 3600 })
    const card = await openInbox(page, 'Delivery is late')
    await expect(card.getByText(/Don’t buy it again yet/)).toBeVisible()
    await control.advance(86_400)
    await card.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await untilStatus(page, id, 'delivered')
  },
)

test(
  'another version of the payment than the registered one raises a question, and pays once',
  {
    tag: '@reason:other-payment-mined',
  },
  async ({ ready, sandbox, control }) => {
    const { page, wallet } = ready
    const node = await openNode(sandbox, 'harbour')
    await control.settings({ deliverySeconds: 600 })
    await control.chain('harbour', { action: 'pause-mining' })
    await control.chain('harbour', { action: 'mine', blocks: 3 })
    const id = await buy(page, topUp)
    const { offerKey } = await ask(page, 'purchases.offerFee', { id, action: 'speed-up' })
    await ask(page, 'purchases.confirmFee', { id, offerKey })
    const proof = JSON.parse((await ask(page, 'purchases.proof', { id })).text) as Proof
    await control.chain('harbour', { action: 'mine', blocks: 2 })
    await expect.poll(async () => (await ask(page, 'purchases.get', { id })).registration.state).toBe('registered')
    const shownHash = (await ask(page, 'purchases.get', { id })).steps.at(-1)?.hash
    const other = proof.steps.at(-1)?.signed.find(({ hash }) => hash !== shownHash)
    if (!other) throw new Error('There are not two forms of the payment')

    await control.chain('harbour', { action: 'reorg', depth: 2 })
    await sendRaw(node, other.raw)
    await control.chain('harbour', { action: 'mine', blocks: 2 })
    const card = await openInbox(page, 'Another version of the payment counted')
    await card.getByRole('button', { name: 'I’ll take care of it' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    expect((await control.ledger(wallet)).payments.map(({ hash }) => hash)).toEqual([other.hash])
  },
)

test(
  'a reset network raises a question, and never gets the payment',
  {
    tag: '@reason:chain-changed',
  },
  async ({ launch }) => {
    const dir = await mkdtemp(join(tmpdir(), 'till-e2e-anew-'))
    let sandbox = await startSandbox({ dir })
    try {
      const { page } = await launch({ sandboxFile: sandbox.profileFile })
      await ask(page, 'profile.save', 'sandbox')
      await ask(page, 'vault.restore', { words, password })
      const [account] = await ask(page, 'accounts.list', undefined)
      await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshedAt).not.toBeNull()
      await ask(page, 'wallet.faucet', undefined)
      await goTo(page, '/shop')
      await controlSandbox(sandbox).chain('harbour', { action: 'pause-mining' })
      const id = await buy(page, topUp)
      await sandbox.stop()
      await resetChain(dir, 'harbour')
      sandbox = await startSandbox({ dir })

      const card = await openInbox(page, 'The network was reset')
      await card.getByRole('button', { name: 'Check now' }).click()
      await expect(card.getByRole('heading', { name: 'The network was reset' })).toBeVisible()
      await expect.poll(async () => (await ask(page, 'purchases.get', { id })).attention).toBe('chain-changed')
      expect((await controlSandbox(sandbox).ledger(account?.address ?? '')).payments).toEqual([])
    } finally {
      await sandbox.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

interface Proof {
  readonly steps: readonly { readonly signed: readonly { readonly hash: string; readonly raw: `0x${string}` }[] }[]
}

/** Sends USDC on Harbour to the wallet from a stranger; `amount` is decimal. */
async function give(control: SandboxControl, page: Page, wallet: string, amount: string): Promise<void> {
  const [harbour] = (await ask(page, 'wallet.balances', { fresh: true })).filter(
    ({ networkKey }) => networkKey === 'harbour',
  )
  const network = (await ask(page, 'networks.list', undefined)).find(({ key }) => key === 'harbour')
  const usdc = network?.tokens.find(({ symbol }) => symbol === 'USDC')?.key ?? ''
  const held = harbour?.tokens[usdc]
  if (!held) throw new Error('It is not known what the wallet holds')
  const units = parseUnits(held, 6) + parseUnits(amount, 6)
  await control.chain('harbour', {
    action: 'set-balance',
    address: wallet,
    token: 'USDC',
    amount: formatUnits(units, 6),
  })
}

/** Checks a purchase until it asks for `reason`. */
async function checkUntilAttention(page: Page, id: string, reason: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { registration, attention } = await ask(page, 'purchases.get', { id })
        if (attention === null && registration.state === 'prepared') await ask(page, 'purchases.checkNow', { id })
        return attention
      },
      { timeout: 40_000, intervals: [500] },
    )
    .toBe(reason)
}

/** Makes a stopped sandbox start one of its chains from nothing. */
async function resetChain(dir: string, key: string): Promise<void> {
  const file = join(dir, 'sandbox.json')
  const config = JSON.parse(await readFile(file, 'utf8')) as { chains: Record<string, { genesisTime: number }> }
  const chain = config.chains[key]
  if (!chain) throw new Error(`The sandbox has no chain ${key}`)
  chain.genesisTime += 1
  await writeFile(file, JSON.stringify(config))
  await rm(join(dir, key), { recursive: true })
}
