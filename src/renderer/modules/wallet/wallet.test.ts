// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ActivityView } from '../../../shared/wallet/activity-views.ts'
import { ago, scriptedAddress, scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedExternal } from '../../../testing/fixtures/external.ts'
import { scriptedBalances, scriptedNetworks } from '../../../testing/fixtures/networks.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { scriptedTransfer } from '../../../testing/fixtures/steps.ts'
import { addDecimals } from '../../../shared/money.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

/** Returns the text that a screen reader reads, with spaces between elements. */
function tidy(node: Node | null | undefined): string {
  const spoken = (one: Node): string => {
    if (one instanceof Text) return one.data
    if (one instanceof Element && one.getAttribute('aria-hidden') === 'true') return ''
    return [...one.childNodes].map(spoken).join(' ')
  }
  return node ? spoken(node).replace(/\s+/g, ' ').trim() : ''
}
const main = (): string => tidy(document.querySelector('main'))
const coin = (symbol: string): HTMLElement | null => document.querySelector(`main li[aria-label="${symbol}"]`)
const total = (): string => tidy(document.querySelector('main section[aria-label="You can spend"]'))
const [harbor, meadow] = scriptedBalances as [(typeof scriptedBalances)[0], (typeof scriptedBalances)[0]]

test('shows one total in the money of the country, with its rate and what it leaves out', async () => {
  const refreshedAt = new Date(new Date().setHours(16, 2)).toISOString()
  till = await mountTill('/wallet', { 'catalog.status': { refreshedAt } })
  await till.until(() => expect(total()).toContain('≈ MX$22,899.93'))
  expect(total()).toContain('In dollar coins at the 4:02 PM rate. Leaves out 0.48123 ETH, kept for network fees.')
  expect(total()).toContain('Counts balances as of 2 hours ago.')
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
  const rows = ['USDC', 'USDT'].map((symbol) => worth(tidy(coin(symbol)?.querySelector('summary'))))
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
  const summary = (): string => tidy(coin('USDC')?.querySelector('summary'))
  await till.until(() => expect(summary()).toContain('≈ MX$22,678.53'))
  expect(summary()).toContain('on 2 networks')
  expect(summary()).toContain('1,229.18')
  const parts = [...(coin('USDC')?.querySelectorAll('ul > li') ?? [])].map(tidy)
  expect(parts[0]).toMatch(
    /^Harbour Test network 1,194\.08 Ready to pay 10\.42 USDC more reserved for payments in progress/,
  )
  expect(parts[0]).toContain('0.48123 ETH for network fees · Updated 3 minutes ago')
  expect(parts[1]).toContain('Add MDW to pay fees. Play money includes some.')
  expect(parts[1]).toContain('The network can’t be reached right now.')
  expect(tidy(coin('USDT'))).toContain('on Meadow · as of 2 hours ago')
  for (const symbol of ['USDC', 'USDT']) expect(coin(symbol)?.querySelector('details')?.open).toBe(true)
})

test('folds a coin that has nothing to say', async () => {
  till = await mountTill('/wallet')
  till.scripted.emit('balances.changed', [
    { ...harbor, reserved: {} },
    { ...meadow, native: '1', tokens: { usdc: '5', usdt: '6' }, error: null, readAt: ago(1), last: null },
  ])
  await till.until(() => expect(tidy(coin('USDC'))).toContain('1,209.50'))
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
  await till.until(() => expect(tidy(coin('USDT'))).toContain('as of 1 hour ago'))
  expect(tidy(coin('USDC')?.querySelector('summary'))).not.toContain('as of')
})

test('a watched account is ready for nothing', async () => {
  const wallet = { address: scriptedAddress, name: '', colour: 'teal', kind: 'watched', inUse: true } as const
  till = await mountTill('/wallet', { app: { ...scriptedApp, wallet }, accounts: [wallet] })
  await till.until(() => expect(main()).toContain('1,229.18'))
  expect(main()).not.toContain('Ready to pay')
  expect(document.querySelector('main section[aria-label="Balance"]')).not.toBeNull()
  expect(tidy(document.querySelector('main header'))).toContain('Watch-only')
})

test('folds the networks that Till cannot pay on, in any order of the service, each with its reason', async () => {
  till = await mountTill('/wallet', { 'networks.list': scriptedNetworks.toReversed() })
  await till.until(() => expect(main()).toContain('1 network Till can’t pay on'))
  const last = [...document.querySelectorAll('main details')].at(-1) as HTMLDetailsElement
  expect(last.open).toBe(false)
  expect(tidy(last)).toContain('Solaria Test network Till can’t pay on this kind of network yet.')
})

test('shows a coin that the service does not accept now, and says so', async () => {
  const networks = scriptedNetworks.map((one) => ({
    ...one,
    tokens: one.tokens.map((token) => ({ ...token, isActive: token.symbol !== 'USDT' })),
  }))
  till = await mountTill('/wallet', { 'networks.list': networks })
  await till.until(() => expect(tidy(coin('USDT'))).toContain('Not accepted at the moment'))
  expect(main().match(/Not accepted at the moment/g)).toHaveLength(1)
  expect(tidy(coin('USDT'))).toContain('12.00')
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
  await till.until(() => expect(tidy(coin('USDC'))).toContain('7.00'))
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
  await till.until(() => expect(tidy(coin('USDC'))).toContain('…'))
  expect(total()).toContain('… USDC on Harbour')
  expect(till.text()).not.toContain('Your wallet is empty')
})

describe('receiving', () => {
  const dialog = (): string => tidy(document.querySelector('[role="dialog"]'))
  const drawn = (): string | null =>
    document.querySelector('[role="dialog"] svg[role="img"] path')?.getAttribute('d') ?? null
  async function choose(option: string): Promise<void> {
    const select = document.querySelector<HTMLSelectElement>('[role="dialog"] select')!
    const found = [...select.options].find((one) => one.text.trim() === option)!
    select.value = found.value
    select.dispatchEvent(new Event('change'))
    await till.until(() => expect(dialog()).toContain(option.replace(' on ', ', and only on ')))
  }

  test('shows the address alone, and the networks that Till sees', async () => {
    till = await mountTill('/wallet')
    await till.until(() => till.button('Receive'))
    await till.press('Receive')
    await till.until(() => expect(drawn()).toMatch(/^M/))
    expect(document.querySelector(`[aria-label="Your address: ${scriptedAddress}"]`)).not.toBeNull()
    expect(dialog()).toContain('This code contains only your address.')
    expect(dialog()).toContain('Send only coins on Harbour or Meadow. Till doesn’t see other networks.')
    expect(dialog()).toContain('Play money only.')
  })

  test('asks for an amount of a coin, and leaves out one that the coin cannot have', async () => {
    till = await mountTill('/wallet')
    await till.until(() => till.button('Receive'))
    await till.press('Receive')
    await till.until(() => expect(drawn()).toMatch(/^M/))
    const plain = drawn()
    await choose('USDC on Harbour')
    expect(dialog()).toContain('asks for USDC on Harbour. The sender types the amount.')
    const open = drawn()
    expect(open).not.toBe(plain)
    await till.type(/^Amount in USDC/, '12.5')
    expect(dialog()).toContain('asks for 12.50 USDC on Harbour.')
    expect(drawn()).not.toBe(open)
    for (const wrong of ['0', '0.1234567', 'x']) {
      await till.type(/^Amount in USDC/, wrong)
      expect(document.querySelector('[role="dialog"] [aria-invalid="true"]')).not.toBeNull()
      expect(drawn()).toBe(open)
    }
    await choose('ETH on Harbour')
    await till.type(/^Amount in ETH/, '0.02')
    expect(dialog()).toContain('asks for 0.02 ETH on Harbour.')
  })
})

describe('activity', () => {
  const rows = (): string[] => [...document.querySelectorAll('main section[aria-label="Activity"] li')].map(tidy)

  test('lists purchases, refunds and transfers with what each moved, and links to them', async () => {
    const refunded = scriptedPurchase(2, 'refunded', 60)
    const sent = scriptedTransfer(1, { createdAt: ago(5), amount: '50' })
    till = await mountTill('/wallet', { purchases: [scriptedPurchase(3, 'not-paid', 90), refunded], transfers: [sent] })
    await till.until(() => expect(rows()[0]).toMatch(/^Sent to Ana .* −50\.00 USDC ≈ MX\$922\.50$/))
    expect(rows()).toHaveLength(4)
    expect(rows()[1]).toMatch(/^Refund, Lumo Móvil not delivered .* \+11\.05 USDC ≈ MX\$203\.88$/)
    expect(rows()[2]).toMatch(/^Lumo Móvil MX\$200 to Ana · \+52 55 1234 5678 .* −11\.05 USDC ≈ MX\$203\.88/)
    expect(rows()[3]).toMatch(/ Not paid$/)
    const links = [...document.querySelectorAll('main section[aria-label="Activity"] li a')].map((one) =>
      one.getAttribute('href'),
    )
    expect(links.slice(0, 2)).toEqual([`#/wallet/sent/${sent.id}`, `#/purchases/${refunded.id}`])
  })

  test('lists coins that bought nothing, whether they moved out of the account, and leads to what can be done', async () => {
    const asked = scriptedExternal()
    const coins = (digit: number, given: Partial<Extract<ActivityView, { kind: 'unused' }>>) =>
      ({
        kind: 'unused',
        at: ago(digit),
        id: `0x${String(digit).repeat(64)}:0`,
        paymentId: asked.id,
        brandName: 'Lumo',
        amount: '2.05',
        symbol: 'USDC',
        isOwn: true,
        state: 'question',
        ...given,
      }) as const
    const received = [
      coins(1, {}),
      coins(2, { state: 'unused' }),
      coins(3, { state: 'back' }),
      coins(4, { isOwn: false, state: 'unused' }),
    ]
    till = await mountTill('/wallet', { purchases: [], received, external: [asked] })
    await till.until(() => expect(rows()).toHaveLength(4))
    expect(rows()).toEqual([
      expect.stringMatching(/^Sent for Lumo Action needed −2\.05 USDC/),
      expect.stringMatching(/^Sent for Lumo bought nothing .*−2\.05 USDC/),
      expect.stringMatching(/^Sent for Lumo came back .*−2\.05 USDC/),
      expect.stringMatching(/^From someone else, for Lumo bought nothing [^−+]* 2\.05 USDC/),
    ])
    till.scripted.script.received = received.slice(0, 1)
    till.scripted.emit('external.changed', asked)
    await till.until(() => expect(rows()).toHaveLength(1))
    await till.press(/^Sent for Lumo/)
    await till.until(() => expect(till.path()).toBe(`/purchases/external/${asked.id}`))
  })

  test('lists coins from elsewhere, with sender and network, and new ones as they come', async () => {
    const came = (id: number, minutes: number, sender: `0x${string}`) =>
      ({
        kind: 'received',
        at: ago(minutes),
        id: `00000000-0000-4000-8000-00000000000${id}`,
        amount: '20',
        symbol: 'USDC',
        sender,
        networkName: 'Harbor',
        explorerUrl: id === 3 ? 'https://explorer.invalid/tx' : null,
      }) as const
    const first = came(1, 5, `0x${'5'.repeat(40)}`)
    till = await mountTill('/wallet', { purchases: [], received: [first] })
    await till.until(() =>
      expect(rows()).toEqual([
        expect.stringMatching(/^Received from 0x5555…5555 on Harbor .* \+20\.00 USDC ≈ MX\$369/),
      ]),
    )
    expect(document.querySelector('main section[aria-label="Activity"] li :is(a, button)')).toBeNull()
    const own = till.scripted.script.accounts.slice(0, 1).map(({ address }) => came(2, 5, address))
    till.scripted.script.received = [...own, first]
    till.scripted.emit('received.changed', undefined)
    await till.until(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toContain('from Account 1 on Harbor')
    till.scripted.script.received = [came(3, 5, `0x${'0'.repeat(40)}`)]
    till.scripted.emit('received.changed', undefined)
    await till.until(() => expect(rows()[0]).toContain('Received new coins on Harbor'))
    await till.press(/^Received new coins on Harbor/)
    expect(till.inputsOf('link.open')).toEqual([{ received: '00000000-0000-4000-8000-000000000003' }])
  })

  test('says what is still under way, and follows it', async () => {
    const sent = scriptedTransfer(1, { createdAt: ago(5), state: 'signed' })
    till = await mountTill('/wallet', { purchases: [scriptedPurchase(1, 'on-its-way', 90)], transfers: [sent] })
    await till.until(() => expect(rows().filter((row) => row.includes(' On its way '))).toHaveLength(2))
    till.scripted.script.transfers = [{ ...sent, state: 'cancelled' }]
    till.scripted.emit('transfer.changed', { ...sent, state: 'cancelled' })
    await till.until(() => expect(rows()[0]).toMatch(/ Cancelled$/))
  })

  test('shows more page by page', async () => {
    const purchases = Array.from({ length: 45 }, (_, n) => scriptedPurchase(n + 1, 'delivered', n + 1))
    till = await mountTill('/wallet', { purchases })
    await till.until(() => expect(rows()).toHaveLength(20))
    await till.press('Show more')
    await till.until(() => expect(rows()).toHaveLength(40))
    await till.press('Show more')
    await till.until(() => expect(rows()).toHaveLength(45))
    expect(() => till.button('Show more')).toThrow()
    expect(till.inputsOf('wallet.activity')).toHaveLength(3)
  })

  test('says why it could not be loaded, and tries again', async () => {
    till = await mountTill('/wallet', { fails: { 'wallet.activity': { code: 'internal' } } })
    await till.until(() => till.button('Try again'))
    delete till.scripted.script.fails['wallet.activity']
    await till.press('Try again')
    await till.until(() => expect(rows().length).toBeGreaterThan(0))
  })

  test('says what will show up in an empty one', async () => {
    till = await mountTill('/wallet', { purchases: [] })
    await till.until(() =>
      expect(main()).toContain('Purchases, refunds and coins that you send or receive show up here.'),
    )
  })
})
