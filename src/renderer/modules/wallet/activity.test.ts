// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { ActivityView } from '../../../shared/wallet/activity-views.ts'
import { ago } from '../../../testing/fixtures/ago.ts'
import { scriptedExternal } from '../../../testing/fixtures/external.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { scriptedTransfer } from '../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { spokenText } from '../../../testing/renderer/spoken.ts'

let till: MountedTill
afterEach(() => till.close())

const main = (): string => spokenText(document.querySelector('main'))
const rows = (): string[] => [...document.querySelectorAll('main section[aria-label="Activity"] li')].map(spokenText)

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
    expect(rows()).toEqual([expect.stringMatching(/^Received from 0x5555…5555 on Harbor .* \+20\.00 USDC ≈ MX\$369/)]),
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

test('says what will show up in an empty list', async () => {
  till = await mountTill('/wallet', { purchases: [] })
  await till.until(() =>
    expect(main()).toContain('Purchases, refunds and coins that you send or receive show up here.'),
  )
})
