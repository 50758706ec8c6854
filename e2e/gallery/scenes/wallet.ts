import type { Page } from 'playwright-core'
import { noBackupFile } from '../../../src/testing/fixtures/backup.ts'
import { scriptedNetworks } from '../../../src/testing/fixtures/networks.ts'
import { scriptedTransfer } from '../../../src/testing/fixtures/steps.ts'
import { ago } from '../../../src/testing/fixtures/ago.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { emptyWallet, type Scene } from './scene.ts'

const path = '/wallet'
const [harbor, meadow] = scriptedNetworks as [(typeof scriptedNetworks)[0], (typeof scriptedNetworks)[0]]
const usdc = harbor.tokens[0] as (typeof harbor.tokens)[0]

/** Gives the wallet three coins with real money, one on two networks, and transfers among its purchases. */
function full(script: Script): void {
  const [one, other] = script.balances as [(typeof script.balances)[0], (typeof script.balances)[0]]
  const dai = { ...usdc, key: 'dai', symbol: 'DAI', name: 'Dai', image: null, decimals: 18 }
  const usdt = { ...usdc, key: 'usdt', symbol: 'USDT', name: 'Tether', image: '/image/coin-usdt' }
  script['networks.list'] = [
    { ...harbor, isTestnet: false, tokens: [usdc, usdt, dai] },
    { ...meadow, isTestnet: false, tokens: [usdc] },
    { ...meadow, key: 'aurora', name: 'Aurora', isTestnet: true, logo: null, tokens: [usdc], unpayable: 'testnet' },
    ...scriptedNetworks.slice(2),
  ]
  script.balances = [
    { ...one, native: '1.92', tokens: { usdc: '474.31', usdt: '300', dai: '200' }, reserved: {} },
    { ...other, native: '0.4', tokens: { usdc: '500' }, error: null, readAt: ago(1), last: null },
    { ...one, networkKey: 'aurora', native: null, tokens: { usdc: '12.5' }, reserved: {} },
  ]
  script.transfers = [
    scriptedTransfer(1, { createdAt: ago(0.5), state: 'signed', amount: '50', name: 'Diego' }),
    scriptedTransfer(2, { amount: '18.27' }),
    scriptedTransfer(3, { state: 'reverted' }),
  ]
  const sender = '0x9f42e1c07b58D3aA6c10E4f2B7590dC83a61c77E'
  const id = '00000000-0000-4000-8000-000000000001'
  script.received = [
    {
      kind: 'received',
      at: ago(7),
      id,
      amount: '200',
      symbol: 'DAI',
      sender,
      networkName: 'Harbour',
      explorerUrl: 'https://explorer.invalid/tx',
    },
    ...(['question', 'unused', 'back'] as const).map((state, index) => ({
      kind: 'unused' as const,
      at: ago(8 + index),
      id: `0x${String(index).repeat(64)}:0`,
      paymentId: id,
      brandName: 'Lumo Móvil',
      amount: '2.05',
      symbol: 'USDC',
      isOwn: state !== 'unused',
      state,
    })),
  ]
  own(script)
}
function own(script: Script): void {
  const { profile } = script.app
  script.app = { ...script.app, profile: profile && { ...profile, faucet: false, playMoney: false } }
}
/** Reads no balance now: each is as it was two hours ago, or unknown if `wasKnown` is false. */
function silent(script: Script, wasKnown: boolean): void {
  script.balances = script.balances.map((balance) => {
    const tokens = Object.fromEntries(Object.entries(balance.tokens).map(([key, amount]) => [key, amount ?? '0']))
    const nothing = Object.fromEntries(Object.keys(tokens).map((key) => [key, null]))
    const last = wasKnown ? { native: balance.native ?? '0', tokens, readAt: ago(120) } : null
    return { ...balance, native: null, tokens: nothing, reserved: {}, readAt: null, last, error: 'network-unreachable' }
  })
}
async function receive(page: Page): Promise<void> {
  await page.locator('main button .lucide-qr-code').click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
}

/** Scenes of the wallet. */
export const walletScenes: Scene[] = [
  { name: 'wallet', path, prepare: full },
  { name: 'wallet-play-money', path },
  {
    name: 'wallet-notice',
    path,
    async act(page) {
      await page.locator('main button .lucide-hand-coins').click()
      await page.locator('[data-notices] p').first().waitFor()
    },
  },
  {
    name: 'wallet-notices',
    path: '/checkout/lumo_MX_200-I',
    async act(page) {
      await page.locator('main input[type=tel]').first().fill('5512345678')
      await page.locator('a:has(.lucide-wallet):visible').first().click()
      await page.locator('main button .lucide-hand-coins').click()
      await page.locator('[data-notices] p').nth(1).waitFor()
    },
  },
  { name: 'wallet-empty', path, prepare: emptyWallet },
  {
    name: 'wallet-empty-own',
    path,
    prepare(script) {
      emptyWallet(script)
      own(script)
      Object.assign(script, { purchases: [], transfers: [] })
    },
  },
  {
    name: 'wallet-offline',
    path,
    prepare(script) {
      full(script)
      silent(script, true)
      script['connection.get'] = { service: 'offline', since: ago(120) }
      script['catalog.status'] = { refreshedAt: ago(60 * 26) }
    },
  },
  {
    name: 'wallet-unknown',
    path,
    prepare(script) {
      full(script)
      silent(script, false)
    },
  },
  {
    name: 'wallet-no-rate',
    path,
    prepare(script) {
      full(script)
      script['catalog.rates'] = {}
    },
  },
  {
    name: 'wallet-missing-fee',
    path,
    prepare(script) {
      full(script)
      script.balances = script.balances.map((one, index) => ({ ...one, native: index === 1 ? '0' : one.native }))
      script['wallet.suggestFees'] = { amount: '0.02' }
      script['wallet.feesSince'] = [{ symbol: 'ETH', amount: '0.0041' }]
    },
  },
  {
    name: 'wallet-unusable',
    path,
    prepare: full,
    act: (page) => page.locator('main details').last().locator('summary').click(),
  },
  {
    name: 'wallet-loading',
    path,
    prepare: (script) => void script.hangs.add('wallet.balances').add('wallet.activity'),
  },
  {
    name: 'wallet-failed',
    path,
    prepare(script) {
      script.fails['networks.list'] = { code: 'offline' }
      script.fails['wallet.activity'] = { code: 'offline' }
    },
  },
  { name: 'wallet-receive', path, prepare: full, act: receive },
  {
    name: 'wallet-receive-amount',
    path,
    prepare: full,
    async act(page) {
      await receive(page)
      await page.getByRole('dialog').locator('select').selectOption({ index: 1 })
      await page.getByRole('dialog').locator('input').fill('12.5')
    },
  },
  {
    name: 'wallet-backup-due',
    path,
    prepare(script) {
      script['backupFile.get'] = { ...noBackupFile, isDue: true }
    },
  },
]
