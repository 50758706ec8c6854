// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedAddress, scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedBalances, scriptedNetworks } from '../../../testing/fixtures/networks.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('shows what can be spent, what is missing for fees, and old balances with their age', async () => {
  till = await mountTill('/wallet')
  await till.until(() => expect(till.text()).toContain('1,194.08 USDC'))
  expect(till.text()).toContain('10.42 USDC more reserved')
  expect(till.text()).toContain('12.00 USDT')
  expect(till.text()).toContain('as of 2 hours ago')
  expect(till.text()).toContain('Network fees are paid in MDW. Play money includes some.')
  expect(till.text()).toContain('Meadow coin, for network fees')
  expect(till.text()).toContain('Till can’t pay on this kind of network yet.')
  for (const name of ['Harbour', 'Meadow', 'Solaria'])
    expect(document.querySelector(`article[aria-label="${name}"] header`)?.textContent).toContain('Test network')
  await till.until(() => expect(document.querySelector('svg[role="img"] path')?.getAttribute('d')).toMatch(/^M/))
  expect(document.querySelector(`[aria-label="Your address: ${scriptedAddress}"]`)).not.toBeNull()
})

test('shows a coin that the service does not accept now, and says so', async () => {
  const networks = scriptedNetworks.map((one) => ({
    ...one,
    tokens: one.tokens.map((token) => ({ ...token, isActive: token.symbol !== 'USDT' })),
  }))
  till = await mountTill('/wallet', { 'networks.list': networks })
  await till.until(() => expect(till.text()).toContain('Not accepted at the moment'))
  expect(till.text().match(/Not accepted at the moment/g)).toHaveLength(1)
  expect(till.text()).toContain('12.00 USDT')
})

test('offers play money if the service has some', async () => {
  till = await mountTill('/wallet')
  await till.until(() => till.button('Get play money'))
  await till.press('Get play money')
  await till.until(() => expect(till.text()).toContain('Play money has arrived in your wallet.'))
})

test('offers no play money if the service has none', async () => {
  till = await mountTill('/wallet', {
    app: { ...scriptedApp, profile: { ...scriptedApp.profile!, faucet: false, playMoney: false } },
  })
  await till.until(() => till.button('Refresh'))
  expect(() => till.button('Get play money')).toThrow()
})

test('shows balances from main’s events', async () => {
  till = await mountTill('/wallet')
  await till.until(() => expect(till.text()).toContain('1,194.08 USDC'))
  till.scripted.emit('balances.changed', [{ ...scriptedBalances[0]!, tokens: { usdc: '7' }, reserved: {} }])
  await till.until(() => expect(till.text()).toContain('7.00 USDC'))
})

test('leads an empty wallet to play money with one prominent button, and not to coins elsewhere', async () => {
  const nothing = { native: '0', tokens: { usdc: '0', usdt: '0' }, reserved: {} }
  const balances = scriptedBalances.map((balance) => ({ ...balance, ...nothing, error: null }))
  till = await mountTill('/wallet', { balances })
  await till.until(() => expect(till.text()).toContain('Your wallet is empty'))
  expect(till.button('Get play money').className).toContain('bg-green')
  expect(till.text()).not.toContain('Add some')
  expect(document.querySelectorAll('main button.bg-green')).toHaveLength(1)
  till.scripted.script.balances = scriptedBalances
  till.scripted.emit('balances.changed', scriptedBalances)
  await till.until(() => expect(till.text()).not.toContain('Your wallet is empty'))
})

test('does not call a wallet empty whose networks are silent', async () => {
  const [harbor] = scriptedBalances
  till = await mountTill('/wallet', { balances: [{ ...harbor!, tokens: { usdc: null }, reserved: {}, readAt: null }] })
  await till.until(() => expect(till.text()).toContain('… USDC'))
  expect(till.text()).not.toContain('Your wallet is empty')
})

test('lists unpayable networks after the permissions, in any order of the service', async () => {
  till = await mountTill('/wallet', { 'networks.list': scriptedNetworks.toReversed() })
  await till.until(() => expect(till.text()).toContain('1,194.08 USDC'))
  const positions = ['Meadow', 'Harbour', 'Spending permissions', 'Solaria'].map((name) =>
    (document.querySelector('main')?.textContent ?? '').indexOf(name),
  )
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(positions).not.toContain(-1)
})
