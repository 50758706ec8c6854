// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedTransfer } from '../../../testing/fixtures/steps.ts'
import { scriptedAccounts, scriptedApp } from '../../../testing/fixtures/app.ts'
import { scriptedNetworks } from '../../../testing/fixtures/networks.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { quoteProblems } from '../../../shared/checkout/quote-problems.ts'
import { coinKey, sendableCoins } from './coins.ts'
import { transferStages } from './transfer-stages.ts'

let till: MountedTill
afterEach(() => till?.close())

const ana = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const poison = '0x8bA1cc09551Bd43280301264500036ddD64dbA72'
const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}
const type = async (label: string, text: string): Promise<void> => {
  const input = field(label)
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await till.until(() => expect(field(label).value).toBe(text))
}
/** What is said of a button beside it. */
const noteOf = (button: string): string =>
  document.getElementById(till.button(button).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const open = async (script: Parameters<typeof mountTill>[1] = {}, to = ana): Promise<void> => {
  till = await mountTill(`/wallet/send?to=${to}`, script)
  await till.until(() => expect(field('Amount')).not.toBeNull())
}
const reviewed = async (): Promise<void> => {
  await type('Amount', '25.5')
  await till.press('Review')
  await till.until(() => expect(till.text()).toContain('Goes to'))
}

test('reviews the input, shows the decoded address, and sends after confirmation', async () => {
  await open()
  await till.until(() => expect(till.text()).toContain('Ana'))
  await reviewed()
  expect(till.inputsOf('transfers.offer')).toEqual([
    { to: ana, networkKey: 'harbor', token: scriptedNetworks[0]?.tokens[0]?.address, amount: '25.5', pasted: null },
  ])
  expect(document.querySelector(`form [role="img"][aria-label="${ana}"]`)).not.toBeNull()
  expect(till.inputsOf('transfers.confirm')).toEqual([])
  await till.until(() => expect(till.isOff('Send 25.50 USDC')).toBe(false))
  await till.press('Send 25.50 USDC')
  await till.until(() => expect(till.text()).toContain('The network hasn’t taken it yet.'))
  expect(till.inputsOf('transfers.confirm')).toMatchObject([{ typed: null, acceptNotSimulated: false }])
})

test('needs a new review after any change of the input', async () => {
  await open()
  await reviewed()
  await type('Amount', '26')
  await till.until(() => expect(till.text()).not.toContain('Goes to'))
  till.button('Review')
})

test('compares an address with the known one it resembles, and asks for the differing group', async () => {
  const warnings = [{ warning: 'look-alike', strong: true, other: { address: ana, name: 'Ana' } } as const]
  await open(
    { 'transfers.offer': { recipient: poison, typeGroup: 1, warnings }, 'transfers.check': { warnings } },
    poison,
  )
  await till.until(() => expect(till.text()).toContain('This address only looks like Ana'))
  await reviewed()
  expect(till.button('Send 25.50 USDC').hasAttribute('disabled')).toBe(true)
  expect(noteOf('Send 25.50 USDC')).toBe('Answer what is asked above to send.')
  await type('To continue, type group 2', 'BA72')
  expect(till.button('Send 25.50 USDC').hasAttribute('disabled')).toBe(true)
  await type('To continue, type group 2', 'CC09')
  await till.until(() => expect(till.isOff('Send 25.50 USDC')).toBe(false))
  await till.press('Send 25.50 USDC')
  await till.until(() => expect(till.inputsOf('transfers.confirm')).toMatchObject([{ typed: 'CC09' }]))
})

test('sends the pasted text along, to compare it with the field', async () => {
  await open({}, '')
  const paste = Object.assign(new Event('paste', { bubbles: true }), {
    clipboardData: { getData: () => ` ${ana} ` },
  })
  field('To address').dispatchEvent(paste)
  await type('To address', poison)
  await reviewed()
  expect(till.inputsOf('transfers.offer')).toMatchObject([{ to: poison, pasted: ` ${ana} ` }])
})

test('requests the whole balance as such, until a number is typed', async () => {
  await open()
  await till.press('Max')
  await till.press('Review')
  await till.until(() => expect(till.inputsOf('transfers.offer')).toMatchObject([{ amount: null }]))
  await reviewed()
  expect(till.inputsOf('transfers.offer')).toMatchObject([{}, { amount: '25.5' }])
})

test('refuses too many decimals and anything that is not a number', async () => {
  await open()
  for (const [wrong, why] of [
    ['1.1234567', 'Enter an amount like 50 or 12.50, with up to 6 decimals.'],
    ['1,000', 'This can be read in two ways. Type 1000 or 1.'],
    ['1.500', 'This can be read in two ways. Type 1500 or 1.5.'],
    ['-1', 'Type an amount like 50 or 12.50.'],
    ['1e3', 'Type an amount like 50 or 12.50.'],
    ['ten', 'Type an amount like 50 or 12.50.'],
  ] as const) {
    await type('Amount', wrong)
    await till.until(() => expect(till.text()).toContain(why))
    expect(till.button('Review').hasAttribute('disabled')).toBe(true)
  }
  await type('Amount', '1,5')
  await till.press('Review')
  await till.until(() => expect(till.inputsOf('transfers.offer')).toMatchObject([{ amount: '1.5' }]))
})

test('says beside the button what a review still needs', async () => {
  await open({}, '')
  const says = (note: string) => till.until(() => expect(noteOf('Review')).toBe(note))
  await says('Enter an address and an amount to continue.')
  await type('Amount', '0')
  await says('Enter an address and an amount to continue.')
  await type('Amount', '25.5')
  await says('Enter an address to continue.')
  await type('To address', ana)
  await says('')
  await type('Amount', '')
  await says('Enter an amount to continue.')
  await type('Amount', '1e3')
  await says('Correct the amount to continue.')
  await till.press('Max')
  await says('')
  expect(till.isOff('Review')).toBe(false)
})

test('keeps the form offline and says what the review needs', async () => {
  await open({ fails: { 'transfers.offer': { code: 'network-unreachable' } } })
  await type('Amount', '25.5')
  await till.press('Review')
  await till.until(() => expect(till.text()).toContain('The review needs a connection to the network.'))
  expect(field('Amount').value).toBe('25.5')
})

test('offers no button if a limit or another problem blocks the transfer', async () => {
  await open({ 'transfers.offer': { problems: [{ problem: 'limit-day', blocking: true, detail: '12.5' }] } })
  await reviewed()
  expect(till.text()).toContain('12.50 USDC left of your 24-hour limit.')
  expect(() => till.button('Send 25.50 USDC')).toThrow()
})

test('has a message for every limit', async () => {
  const limits = quoteProblems.filter((problem) => problem.startsWith('limit-'))
  await open({ 'transfers.offer': { problems: limits.map((problem) => ({ problem, blocking: true, detail: '0' })) } })
  await reviewed()
  expect(till.text()).toContain('of your 24-hour limit')
  expect(till.text()).not.toContain('problem.')
})

test('sends a namesake of a known coin only after an explicit consent', async () => {
  await open({ 'transfers.offer': { problems: [{ problem: 'coin-namesake', blocking: false, detail: null }] } })
  await reviewed()
  expect(till.text()).toContain('Careful: this isn’t the coin that Till knows by this name')
  expect(till.button('Send 25.50 USDC').hasAttribute('disabled')).toBe(true)
  await till.press(/I know this coin/)
  await till.until(() => expect(till.button('Send 25.50 USDC').hasAttribute('disabled')).toBe(false))
  await till.until(() => expect(till.isOff('Send 25.50 USDC')).toBe(false))
  await till.press('Send 25.50 USDC')
  await till.until(() => expect(till.inputsOf('transfers.confirm')).toMatchObject([{ acceptCoin: true }]))
})

test('sends nothing from a watch-only account', async () => {
  const [first] = scriptedAccounts
  await open({ app: { ...scriptedApp, wallet: first ? { ...first, kind: 'watched' } : null } })
  await reviewed()
  expect(till.button('Send 25.50 USDC').hasAttribute('disabled')).toBe(true)
  expect(till.text()).toContain('This account is watch-only')
})

test('lists transfers and follows their events', async () => {
  till = await mountTill('/wallet/sent', { transfers: [scriptedTransfer(0, { state: 'signed' }), scriptedTransfer(1)] })
  await till.until(() => expect(till.text()).toContain('On its way'))
  till.scripted.emit('transfer.changed', scriptedTransfer(0, { state: 'reverted' }))
  await till.until(() => expect(till.text()).toContain('Didn’t go through'))
})

test('asks about a transfer that no node shows, says what is safe, and explains a node’s refusal as for a purchase', async () => {
  const unclear = scriptedTransfer(1, {
    state: 'signed',
    isOverdue: true,
    waitingFor: { what: 'proof', refusal: null },
  })
  till = await mountTill(`/wallet/sent/${unclear.id}`, { transfers: [unclear] })
  await till.until(() => expect(till.text()).toContain('Don’t send it again: the coins may have arrived.'))
  expect(document.querySelector('main')?.textContent).toContain('Action needed')
  const refused = { ...unclear, isOverdue: false, waitingFor: { what: 'network', refusal: 'fee-too-low' } as const }
  till.scripted.emit('transfer.changed', refused)
  await till.until(() => expect(till.text()).toContain('The fee is too low'))
  expect(document.querySelector('main')?.textContent).not.toContain('Action needed')
})

test('says in the title how much arrived', async () => {
  const arrived = scriptedTransfer(1, { state: 'final', amount: '50', symbol: 'USDC' })
  till = await mountTill(`/wallet/sent/${arrived.id}`, { transfers: [arrived] })
  await till.until(() => expect(document.querySelector('h1')?.textContent).toBe('50.00\u00a0USDC arrived'))
})

test('explains the network’s state for a waiting transfer as for a purchase', async () => {
  const waiting = scriptedTransfer(1, {
    state: 'signed',
    feeActions: ['speed-up', 'cancel'],
    networkTrouble: { what: 'silent', since: null },
    createdAt: new Date(Date.now() - 120_000).toISOString(),
  })
  till = await mountTill(`/wallet/sent/${waiting.id}`, { transfers: [waiting] })
  await till.until(() => expect(till.isOff('Speed up')).toBe(true))
  expect(till.isOff('Cancel')).toBe(true)
  expect(till.text().match(/The network can’t be reached right now\. Till keeps trying\./g)).toHaveLength(1)
  const networkTrouble = { what: 'stalled', since: '2026-03-04T12:05:00.000Z' } as const
  till.scripted.emit('transfer.changed', { ...waiting, networkTrouble })
  await till.until(() => expect(till.text()).toMatch(/The network hasn’t made a block since .*\d:05/))
  expect(() => till.button('Speed up')).toThrow()
  till.scripted.emit('transfer.changed', { ...waiting, networkTrouble, isOverdue: true })
  await till.until(() => expect(till.text()).toContain('Don’t send it again: it continues when the network does'))
  expect(till.text().match(/hasn’t made a block/g)).toHaveLength(1)
  till.scripted.emit('transfer.changed', { ...waiting, networkTrouble: null })
  await till.until(() => expect(till.isOff('Speed up')).toBe(false))
})

test('offers every coin of every payable network, the native one last, and never shows unknown as 0', () => {
  const coins = sendableCoins(scriptedNetworks, [])
  expect(coins.map(({ networkKey, symbol }) => `${networkKey} ${symbol}`)).toEqual([
    'harbor USDC',
    'harbor ETH',
    'meadow USDC',
    'meadow USDT',
    'meadow MDW',
  ])
  expect(coinKey('harbor', `0x${'E'.repeat(40)}`)).toBe(coins[1]?.key)
  expect(coins.every(({ available, readAt, isOld }) => available === null && readAt === null && isOld)).toBe(true)
})

test('advances the stages with the chain, and ends them at a failure', () => {
  const stages = (state: Parameters<typeof transferStages>[0]['state']): string =>
    transferStages({ state })
      .map((one) => `${one.stage} ${one.state}`)
      .join(', ')
  expect(stages('signed')).toBe('sent done, arrived now, final ahead')
  expect(stages('mined')).toBe('sent done, arrived done, final now')
  expect(stages('final')).toBe('sent done, arrived done, final done')
  expect(stages('cancelled')).toBe('sent done, cancelled bad')
})

test('does not call coins arrived or final before they are', async () => {
  const transfers = [scriptedTransfer(1, { state: 'signed' }), scriptedTransfer(2, { state: 'mined' })]
  till = await mountTill(`/wallet/sent/${transfers[0]!.id}`, { transfers })
  await till.until(() => expect(till.text()).toMatch(/Sent.*Not arrived yet.*Final/))
  await till.router.push(`/wallet/sent/${transfers[1]!.id}`)
  await till.until(() => expect(till.text()).toMatch(/Sent.*Arrived.*Not final yet/))
})

test('shows the note of sent coins in their list, and calls their number that of a transfer', async () => {
  const transfer = scriptedTransfer(1)
  till = await mountTill('/wallet/sent', { transfers: [transfer], sentNotes: { [transfer.id]: 'Rent of May #home' } })
  await till.until(() => expect(till.text()).toContain('Rent of May #home'))
  await till.router.push(`/wallet/sent/${transfer.id}`)
  await till.until(() => expect(till.text()).toContain(`Transfer number ${transfer.id}`))
})

test('finds sent coins by text, and says if there are none', async () => {
  till = await mountTill('/wallet/sent?q=USDC', { transfers: [scriptedTransfer(1)] })
  await till.until(() => expect(till.field('Search sent coins').value).toBe('USDC'))
  expect(till.inputsOf('transfers.list')).toContainEqual({ text: 'USDC', offset: 0, limit: 60 })
  await till.type('Search sent coins', 'qwxyz')
  await till.until(() => expect(till.path()).toBe('/wallet/sent?q=qwxyz'))
  await till.until(() => expect(till.text()).toContain('No sent coins found'))
})
