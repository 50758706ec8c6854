// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { ago } from '../../../testing/fixtures/ago.ts'
import { scriptedAddress, scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedBalances, scriptedNetworks } from '../../../testing/fixtures/networks.ts'
import { addDecimals } from '../../../shared/money.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { spokenText } from '../../../testing/renderer/spoken.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const main = (): string => spokenText(document.querySelector('main'))
const coin = (symbol: string): HTMLElement | null => document.querySelector(`main li[aria-label="${symbol}"]`)
const total = (): string => spokenText(document.querySelector('main section[aria-label="You can spend"]'))
const [harbor, meadow] = scriptedBalances as [(typeof scriptedBalances)[0], (typeof scriptedBalances)[0]]

test('shows one total in the money of the country, with its rate and what it leaves out', async () => {
  const refreshedAt = new Date(new Date().setHours(16, 2)).toISOString()
  till = await mountTill('/wallet', { 'catalog.status': { refreshedAt } })
  await till.until(() => expect(total()).toContain('≈ MX$22,899.93'))
  expect(total()).toContain('In dollar coins at the 4:02 PM rate. Leaves out 0.48123 ETH, kept for network fees.')
  expect(total()).toContain('Counts balances as of 2 hours ago.')
  expect(coin('USDC')?.querySelector('[title*="4:02 PM rate"]')?.textContent).toMatch(/^≈ MX\$/)
  const activity = document.querySelector('main section[aria-label="Activity"]')
  expect(activity?.querySelector('[title*="4:02 PM rate"]')?.textContent).toMatch(/^≈ MX\$/)
})

test('the total is what the rows add up to, to the cent', async () => {
  const tokens = { usdc: '987.697223', usdt: '968.76323' }
  const balances = [
    { ...harbor, tokens, reserved: {} },
    { ...meadow, tokens, reserved: {}, error: null, readAt: ago(1), last: null },
  ]
  till = await mountTill('/wallet', { balances, 'catalog.rates': { MXN: 18.9956 } })
  const worth = (text: string): number => Number(/≈ MX\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
  await till.until(() => expect(worth(total())).toBeGreaterThan(0))
  const rows = ['USDC', 'USDT'].map((symbol) => worth(spokenText(coin(symbol)?.querySelector('summary'))))
  expect(worth(total())).toBeCloseTo(
    rows.reduce((sum, one) => sum + one, 0),
    5,
  )
})

test('leaves coins without a rate out of the total, and says so', async () => {
  const networks = scriptedNetworks.map((one) => ({
    ...one,
    tokens: one.tokens.map((token) => (token.key === 'usdt' ? { ...token, symbol: 'EURC' } : token)),
  }))
  till = await mountTill('/wallet', { 'networks.list': networks })
  await till.until(() => expect(total()).toContain('≈ MX$22,678.53'))
  expect(total()).toContain('Leaves out 12.00 EURC, which Till has no rate for.')
})

test('without a rate, shows one coin on one network, as the header does', async () => {
  till = await mountTill('/wallet', { 'catalog.rates': {}, purchases: [] })
  await till.until(() => expect(total()).toContain('1,194.08 USDC on Harbour'))
  expect(main()).not.toContain('≈')
})

test('shows a row a coin with its sum, and its networks with their fees and the age of old balances', async () => {
  const balances = scriptedBalances.map((one) => (one.readAt === null ? one : { ...one, readAt: ago(3) }))
  till = await mountTill('/wallet', { balances })
  const summary = (): string => spokenText(coin('USDC')?.querySelector('summary'))
  await till.until(() => expect(summary()).toContain('≈ MX$22,678.53'))
  expect(summary()).toContain('on 2 networks')
  expect(summary()).toContain('1,229.18')
  const parts = [...(coin('USDC')?.querySelectorAll('ul > li') ?? [])].map(spokenText)
  expect(parts[0]).toMatch(
    /^Harbour Test network 1,194\.08 Ready to pay 10\.42 USDC more reserved for payments in progress/,
  )
  expect(parts[0]).toContain('0.48123 ETH for network fees · Updated 3 minutes ago')
  expect(parts[1]).toContain('Add MDW to pay fees. Play money includes some.')
  expect(parts[1]).toContain('The network can’t be reached right now.')
  expect(spokenText(coin('USDT'))).toContain('on Meadow · as of 2 hours ago')
  for (const symbol of ['USDC', 'USDT']) expect(coin(symbol)?.querySelector('details')?.open).toBe(true)
})

test('folds a coin that has nothing to say', async () => {
  till = await mountTill('/wallet')
  till.scripted.emit('balances.changed', [
    { ...harbor, reserved: {} },
    { ...meadow, native: '1', tokens: { usdc: '5', usdt: '6' }, error: null, readAt: ago(1), last: null },
  ])
  await till.until(() => expect(spokenText(coin('USDC'))).toContain('1,209.50'))
  for (const symbol of ['USDC', 'USDT']) expect(coin(symbol)?.querySelector('details')?.open).toBe(false)
})

test('says once why no network answers', async () => {
  till = await mountTill('/wallet', {
    balances: [harbor, meadow].map((one) => ({ ...one, error: 'network-unreachable' as const })),
  })
  await till.until(() => expect(main()).toContain('The network can’t be reached right now.'))
  expect(main().match(/can’t be reached/g)).toHaveLength(1)
})

test('says the age of old balances once, and in a row only another', async () => {
  const old = (one: typeof harbor, minutes: number, error: typeof harbor.error) => ({
    ...one,
    native: null,
    tokens: Object.fromEntries(Object.keys(one.tokens).map((key) => [key, null])),
    reserved: {},
    readAt: null,
    last: { native: '1', tokens: { usdc: '5', usdt: '6' }, readAt: ago(minutes) },
    error,
  })
  till = await mountTill('/wallet', {
    'connection.get': { service: 'offline', since: null, error: 'offline' },
    balances: [old(harbor, 120, 'network-unreachable'), old(meadow, 120, null)],
  })
  await till.until(() => expect(total()).toContain('Counts balances as of 2 hours ago.'))
  expect(main().match(/as of 2 hours ago/g)).toHaveLength(1)
  await till.until(() => expect(main()).not.toContain('can’t be reached'))
  till.scripted.emit('balances.changed', [old(harbor, 120, null), old(meadow, 60, null)])
  await till.until(() => expect(spokenText(coin('USDT'))).toContain('as of 1 hour ago'))
  expect(spokenText(coin('USDC')?.querySelector('summary'))).not.toContain('as of')
})

test('a watched account is ready for nothing', async () => {
  const wallet = { address: scriptedAddress, name: '', colour: 'teal', kind: 'watched', inUse: true } as const
  till = await mountTill('/wallet', { app: { ...scriptedApp, wallet }, accounts: [wallet] })
  await till.until(() => expect(main()).toContain('1,229.18'))
  expect(main()).not.toContain('Ready to pay')
  expect(document.querySelector('main section[aria-label="Balance"]')).not.toBeNull()
  expect(spokenText(document.querySelector('main header'))).toContain('Watch-only')
})

test('folds the networks that Till cannot pay on, in any order of the service, each with its reason', async () => {
  till = await mountTill('/wallet', { 'networks.list': scriptedNetworks.toReversed() })
  await till.until(() => expect(main()).toContain('1 network Till can’t pay on'))
  const last = [...document.querySelectorAll('main details')].at(-1) as HTMLDetailsElement
  expect(last.open).toBe(false)
  expect(spokenText(last)).toContain('Solaria Test network Till can’t pay on this kind of network yet.')
})

test('shows a coin that the service does not accept now, and says so', async () => {
  const networks = scriptedNetworks.map((one) => ({
    ...one,
    tokens: one.tokens.map((token) => ({ ...token, isActive: token.symbol !== 'USDT' })),
  }))
  till = await mountTill('/wallet', { 'networks.list': networks })
  await till.until(() => expect(spokenText(coin('USDT'))).toContain('Not accepted at the moment'))
  expect(main().match(/Not accepted at the moment/g)).toHaveLength(1)
  expect(spokenText(coin('USDT'))).toContain('12.00')
})

test('offers play money if the service has some', async () => {
  till = await mountTill('/wallet')
  await till.until(() => till.button('Get play money'))
  await till.press('Get play money')
  await till.until(() => expect(till.text()).toContain('Play money has arrived in your wallet.'))
})

test('says how much play money arrived, not how much there is', async () => {
  till = await mountTill('/wallet')
  await till.until(() => expect(till.text()).toContain('1,194.08'))
  const [first, ...others] = till.scripted.script.balances
  const [key = '', held] = Object.entries(first!.tokens)[0]!
  const tokens = { ...first!.tokens, [key]: addDecimals([held ?? '0', '100']) }
  till.scripted.script.balances = [{ ...first!, tokens }, ...others]
  await till.press('Get play money')
  await till.until(() => expect(till.text()).toMatch(/You got ≈ MX\$1,\d{3}(?:\.\d\d)?\./))
})

const ownMoney = { app: { ...scriptedApp, profile: { ...scriptedApp.profile!, faucet: false, playMoney: false } } }

test('offers no play money if the service has none', async () => {
  till = await mountTill('/wallet', ownMoney)
  await till.until(() => expect(main()).toContain('Add some MDW to pay fees'))
  expect(() => till.button('Get play money')).toThrow()
})

test('says about how much is missing for fees once a node tells it, and asks each network once', async () => {
  till = await mountTill('/wallet', { ...ownMoney, 'wallet.suggestFees': { amount: '0.004' } })
  await till.until(() => expect(main()).toContain('Add about 0.004 MDW to pay fees'))
  expect(till.inputsOf('wallet.suggestFees')).toEqual([{ networkKey: 'meadow' }])
})

test('shows the network fees of this month, and no line without any', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 12) })
  till = await mountTill('/wallet', { 'wallet.feesSince': [{ symbol: 'ETH', amount: '0.0041' }] })
  await till.until(() => expect(main()).toMatch(/Network fees this month 0.0041 ETH/))
  expect(till.inputsOf('wallet.feesSince')[0]).toEqual({ since: new Date(2026, 10, 1).toISOString() })
  till.close()
  till = await mountTill('/wallet')
  await till.until(() => expect(main()).toContain('Activity'))
  await till.until(() => expect(till.inputsOf('wallet.feesSince')).toHaveLength(1))
  expect(main()).not.toContain('Network fees this month')
})

test('shows balances from main’s events', async () => {
  till = await mountTill('/wallet')
  await till.until(() => expect(main()).toContain('1,194.08'))
  till.scripted.emit('balances.changed', [{ ...harbor, tokens: { usdc: '7' }, reserved: {} }])
  await till.until(() => expect(spokenText(coin('USDC'))).toContain('7.00'))
})

const nothing = { native: '0', tokens: { usdc: '0', usdt: '0' }, reserved: {}, error: null }

const primary = (): NodeListOf<Element> => document.querySelectorAll('main :is(button, a).bg-green')

test('leads an empty wallet to play money with one prominent button, and not to coins elsewhere', async () => {
  till = await mountTill('/wallet', { balances: scriptedBalances.map((balance) => ({ ...balance, ...nothing })) })
  await till.until(() => expect(till.text()).toContain('Your wallet is empty'))
  expect(till.button('Get play money').className).toContain('bg-green')
  expect(till.text()).not.toContain('Add some')
  expect(primary()).toHaveLength(1)
  till.scripted.script.balances = scriptedBalances
  till.scripted.emit('balances.changed', scriptedBalances)
  await till.until(() => expect(till.text()).not.toContain('Your wallet is empty'))
})

test('leads an empty wallet without play money to Receive', async () => {
  const balances = scriptedBalances.map((balance) => ({ ...balance, ...nothing }))
  till = await mountTill('/wallet', { ...ownMoney, balances })
  await till.until(() => expect(till.button('Receive').className).toContain('bg-green'))
  expect(primary()).toHaveLength(1)
  expect(() => till.button('Send')).toThrow()
})

test('does not call a wallet empty whose networks are silent', async () => {
  till = await mountTill('/wallet', { balances: [{ ...harbor, tokens: { usdc: null }, reserved: {}, readAt: null }] })
  await till.until(() => expect(spokenText(coin('USDC'))).toContain('…'))
  expect(total()).toContain('… USDC on Harbour')
  expect(till.text()).not.toContain('Your wallet is empty')
})
