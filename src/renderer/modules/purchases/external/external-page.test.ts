// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { ArrivalReason } from '../../../../shared/external/arrival-reasons.ts'
import type { ExternalPaymentView } from '../../../../shared/external/views.ts'
import { scriptedDraft } from '../../../../testing/fixtures/drafts.ts'
import { scriptedArrival, scriptedExternal, scriptedReturn } from '../../../../testing/fixtures/external.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { ago } from '../../../../testing/fixtures/ago.ts'
import { scriptedAccounts, scriptedApp } from '../../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const hash = `0x${'cd34'.repeat(16)}` as const
const asked = scriptedExternal()
const open = async (
  given: Partial<ExternalPaymentView> = {},
  script: Parameters<typeof mountTill>[1] = {},
): Promise<MountedTill> =>
  mountTill(`/purchases/external/${asked.id}`, { external: [structuredClone({ ...asked, ...given })], ...script })
const watched = { ...scriptedAccounts[0]!, kind: 'watched' as const, inUse: true }
/** An account that is only watched is in use. */
const isWatching = { accounts: [watched], app: { ...scriptedApp, wallet: watched } }
const shows = (words: string | RegExp) => till.until(() => expect(till.text()).toMatch(words))
const address = (text: string) => new RegExp(text.slice(2).replace(/(.{4})/g, '$1\\s*'))

test('shows exactly what to pay, from which account, and that Till is waiting', async () => {
  till = await open()
  await shows('Waiting for the payment on')
  expect(till.text()).toMatch(address(asked.recipient))
  expect(till.text()).toMatch(address(asked.fromAddress))
  expect(till.text()).toContain(`(${asked.chainId})`)
  expect(till.text()).toContain(asked.token)
  expect(till.text()).toContain('Only a payment from this account counts.')
  expect(document.querySelector('[role="img"][aria-label^="Code for a payment of"]')).not.toBeNull()
})

test('hides what to pay once the price expired, and offers a new price', async () => {
  till = await open({ state: 'late', holdsUntil: ago(1) })
  await shows('The price no longer holds.')
  expect(till.text()).not.toMatch(address(asked.recipient))
  expect(till.text()).toContain('Get a new price')
})

test('says how many purchases wait for the same amount, and that the network is silent', async () => {
  till = await open({ alike: 2, lookedAt: ago(5) })
  await shows('2 more purchases wait for exactly this amount.')
  expect(till.text()).toContain('doesn’t answer right now')
})

test('does not call a network silent that answers while nothing changes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'Date'] })
  till = await open()
  await shows('Waiting for the payment on')
  for (let quarter = 0; quarter < 12; quarter++) {
    for (const one of till.scripted.script.external) Object.assign(one, { lookedAt: new Date().toISOString() })
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(till.text()).not.toContain('doesn’t answer right now')
  await vi.advanceTimersByTimeAsync(150_000)
  await shows('doesn’t answer right now')
})

test('opens the purchase once it is paid', async () => {
  const paid = { ...scriptedPurchase(4, 'paying', 1), id: asked.id }
  till = await open({}, { purchases: [paid] })
  await shows('Waiting for the payment on')
  till.scripted.emit('external.changed', { ...asked, state: 'paid' })
  await till.until(() => expect(till.inputsOf('purchases.get')).toContainEqual({ id: asked.id }))
})

test('leaves the page of another payment alone', async () => {
  till = await open()
  await shows('Waiting for the payment on')
  till.scripted.emit('external.changed', { ...asked, id: '0b6c1f5e-6a53-4c0f-9a10-0000000000e2', state: 'stopped' })
  await shows('Waiting for the payment on')
})

test('stops waiting only after the user confirms', async () => {
  till = await open()
  await till.until(() => till.button('Stop waiting'))
  await till.press('Stop waiting')
  await till.until(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('nobody has paid'))
  expect(till.inputsOf('external.stop')).toEqual([])
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].at(-1)
  await till.until(() => expect(confirm?.disabled).toBe(false))
  confirm?.click()
  await shows('Till no longer waits for this payment.')
  expect(till.inputsOf('external.stop')).toEqual([{ id: asked.id }])
})

test('stops waiting without the password', async () => {
  till = await open()
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button('Stop waiting'))
  await till.press('Stop waiting')
  await till.until(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('nobody has paid'))
  expect(document.querySelector('[role="dialog"] input[type="password"]')).toBeNull()
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].at(-1)
  await till.until(() => expect(confirm?.disabled).toBe(false))
  confirm?.click()
  await shows('Till no longer waits for this payment.')
})

test.each<[ArrivalReason, RegExp, boolean]>([
  ['too-little', /Less arrived than was asked for/, true],
  ['too-much', /More arrived than was asked for/, true],
  ['late', /The payment arrived late/, true],
  ['unclear', /Two purchases wait for this amount/, true],
  ['stopped', /arrived that you no longer wait for/, true],
  ['other-call', /came another way/, true],
  ['twice', /was paid twice/, false],
  ['unpaid', /after the purchase ended unpaid/, false],
  ['other-token', /Another coin arrived/, false],
  ['other-sender', /Someone else paid this amount/, false],
])(
  'asks about a payment that is %s, with its hash, and offers to register only what may be',
  async (reason, title, may) => {
    till = await open({ arrivals: [scriptedArrival(reason)] })
    await shows(title)
    expect(till.text()).toContain(scriptedArrival(reason).hash)
    const has = (name: string): boolean => till.text().includes(name)
    expect(has('It’s for this purchase')).toBe(may)
    expect(has('I’ll ask the service’s support')).toBe(!may)
  },
)

test('says that a paid purchase takes no wrong amount that arrived beside its payment', async () => {
  till = await open({ state: 'paid', arrivals: [{ ...scriptedArrival('too-little'), canRegister: false }] })
  await shows(/Something else arrived as well/)
  expect(till.text()).toContain('It can’t be registered for this purchase.')
  expect(till.text()).not.toContain('If you say that it’s for this purchase')
})

test('registers what arrived when the user says so', async () => {
  const arrival = scriptedArrival('late')
  till = await open({ arrivals: [arrival] }, { purchases: [{ ...scriptedPurchase(4, 'paying', 1), id: asked.id }] })
  await till.until(() => till.button('It’s for this purchase'))
  await till.press('It’s for this purchase')
  expect(till.inputsOf('external.register')).toEqual([{ id: asked.id, hash: arrival.hash, ordinal: 0 }])
})

test('asks for the password before an answer about coins, and continues with it', async () => {
  const arrival = scriptedArrival('late')
  till = await open({ arrivals: [arrival] })
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button('It isn’t for this purchase'))
  await till.press('It isn’t for this purchase')
  await till.until(() => expect(document.querySelector('[role="dialog"] input[type="password"]')).not.toBeNull())
  expect(till.inputsOf('external.dismiss')).toEqual([])
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() =>
    expect(till.inputsOf('external.dismiss')).toEqual([{ id: asked.id, hash: arrival.hash, ordinal: 0 }]),
  )
})

test('says why what arrived cannot be registered, and keeps the question', async () => {
  till = await open(
    { arrivals: [scriptedArrival('other-call')] },
    { fails: { 'external.register': { code: 'not-allowed', details: { reason: 'external-signer' } } } },
  )
  await till.until(() => till.button('It’s for this purchase'))
  await till.press('It’s for this purchase')
  await shows('Another account signed this payment')
  expect(till.text()).toContain('came another way')
})

test('looks for a payment by its hash, and says when nothing arrived by it', async () => {
  till = await open({}, { fails: { 'external.look': { code: 'not-found' } } })
  await till.until(() => till.button('Look for it'))
  await till.type('Already paid? The transaction’s hash', '0x12')
  expect(till.text()).toContain('A hash starts with 0x')
  await till.type('Already paid? The transaction’s hash', ` ${hash.toUpperCase().replace('0X', '0x')} `)
  await till.press('Look for it')
  expect(till.inputsOf('external.look')).toEqual([{ id: asked.id, hash }])
  await shows('nothing arrived at the service’s address')
})

test('says that there is no such payment', async () => {
  till = await mountTill('/purchases/external/0b6c1f5e-6a53-4c0f-9a10-0000000000e9', { external: [] })
  await shows('There’s no such payment')
})

test('says which coins no purchase uses, and asks about them again', async () => {
  till = await open({ state: 'stopped', unused: [scriptedArrival('too-little', { hash })] })
  await shows('Sent, nothing bought')
  expect(till.text()).toContain(hash)
  await till.press('Ask me again')
  expect(till.inputsOf('external.look')).toEqual([{ id: asked.id, hash }])
})

test('after a confirmation, keeps coins that came back off what was sent for nothing', async () => {
  till = await open({ state: 'stopped', unused: [scriptedArrival('too-little', { hash })] })
  await till.until(() => till.button('They came back'))
  await till.press('They came back')
  expect(till.inputsOf('external.markReturned')).toEqual([])
  await till.pressRead('Yes, they came back')
  expect(till.inputsOf('external.markReturned')).toEqual([{ id: asked.id, hash, ordinal: 0 }])
  await shows('Nothing was bought with these coins, and they came back.')
  expect(till.text()).not.toContain('are at the service’s address')
  till.button('Ask me again')
})

test('shows by what coins came back, which the user may deny', async () => {
  const coins = scriptedArrival('too-little', { hash, isBack: true, returnedBy: scriptedReturn })
  till = await open({ state: 'stopped', unused: [coins] })
  await shows('It may be the refund of something else.')
  expect(till.text()).toContain(scriptedReturn.hash)
  await till.press('Open in explorer')
  expect(till.inputsOf('link.open')).toEqual([{ received: scriptedReturn.id }])
  await till.press('They didn’t come back')
  expect(till.inputsOf('external.denyReturn')).toEqual([{ id: asked.id, hash, ordinal: 0 }])
  await shows('are at the service’s address')
  expect(till.text()).not.toContain(scriptedReturn.hash)
  till.button('They came back')
})

test('says that the chain lost a payment, and shows what to pay', async () => {
  till = await open({ arrivals: [scriptedArrival('too-little', { hash, isGone: true, canRegister: false })] })
  await shows('The network took this payment back')
  expect(till.text()).toContain('Copy amount')
  await till.press('Got it')
  expect(till.inputsOf('external.dismiss')).toEqual([{ id: asked.id, hash, ordinal: 0 }])
})

test('hides what to pay until the user says what the first payment was', async () => {
  till = await open({ arrivals: [scriptedArrival('too-little', { hash })] })
  await shows('Less arrived than was asked for')
  expect(till.text()).not.toContain('Copy amount')
  expect(till.text()).not.toContain('Waiting for the payment')
  till.close()
  till = await open({ arrivals: [scriptedArrival('other-sender', { hash })] })
  await shows('Someone else paid this amount')
  expect(till.text()).toContain('Copy amount')
})

test('names the own account that sent the coins in place of the one that was asked', async () => {
  const [main] = scriptedAccounts
  const savings = { ...main!, address: `0x${'7'.repeat(40)}` as const, name: 'Savings', inUse: false }
  const arrival = scriptedArrival('other-sender', { hash, from: savings.address })
  till = await open({ arrivals: [arrival] }, { accounts: [main!, savings] })
  await shows('Another of your accounts paid this amount')
  expect(till.text()).toContain('arrived from Savings, another account of yours')
  await till.router.push('/attention')
  await shows('Another of your accounts paid this amount')
})

test('lists coins that bought nothing with what was sent, not with what was asked for', async () => {
  const unused = [scriptedArrival('too-little', { amount: '2.05' })]
  till = await mountTill('/purchases', { external: [scriptedExternal({ state: 'stopped', unused })] })
  await shows(/2\.05 USDC\s*Sent, nothing bought/)
})

test('says before each answer what it leads to, and whether to pay again', async () => {
  till = await open({ arrivals: [scriptedArrival('too-little')] })
  await shows('Till reports 10.00 USDC to the service, which decides whether it delivers. Don’t pay again.')
  expect(till.text()).toContain('Till reports nothing and keeps waiting for 11.05 USDC in one payment.')
  till.close()
  till = await open({ state: 'stopped', arrivals: [scriptedArrival('stopped')] })
  await shows('Till reports nothing, and the purchase isn’t made.')
  till.close()
  till = await open({ arrivals: [scriptedArrival('unclear')] })
  await shows('Answer for the other purchase too.')
})

test('says that stopping does not return what was sent already', async () => {
  till = await open({ unused: [scriptedArrival('too-little', { amount: '2.05' })] })
  await till.until(() => till.button('Stop waiting'))
  await till.press('Stop waiting')
  const dialog = (): string => document.querySelector('[role="dialog"]')?.textContent ?? ''
  await till.until(() => expect(dialog()).toContain('Stopping doesn’t return 2.05\u00a0USDC, which was already sent.'))
  expect(dialog()).not.toContain('nobody has paid')
})

test('says that the account can still pay after a stranger did, only while somebody should pay', async () => {
  const arrivals = [scriptedArrival('other-sender')]
  till = await open({ arrivals })
  await shows('You can still pay from the account below.')
  expect(till.text()).toContain('From another account')
  till.close()
  for (const state of ['late', 'stopped', 'paid'] as const) {
    till = await open({ arrivals, state, holdsUntil: ago(1) })
    await shows('Someone else paid this amount')
    expect(till.text()).not.toContain('You can still pay')
    expect(document.querySelector('h1')?.textContent).not.toContain('Pay ')
    till.close()
  }
})

test('offers no new price while something that the account sent waits for an answer', async () => {
  till = await open({ state: 'late', holdsUntil: ago(1), arrivals: [scriptedArrival('late')] })
  await shows('The payment arrived late')
  expect(till.text()).not.toContain('Get a new price')
})

test('asks for no answer that tells what arrived apart where only its return can be asked for', async () => {
  till = await open({ arrivals: [scriptedArrival('other-token')] })
  await shows('What arrived can’t pay for this purchase. Answer below first.')
  till.close()
  till = await open({ state: 'paid', arrivals: [scriptedArrival('twice')] })
  await shows('This purchase is paid. More arrived than its payment')
  till.close()
  till = await open({ state: 'stopped', arrivals: [scriptedArrival('stopped')] })
  await shows('Don’t pay again before you say below what it is.')
  expect(till.text()).not.toContain('Till no longer waits')
})

test('names the network on which a transaction is, if that is another one', async () => {
  till = await open({}, { fails: { 'external.look': { code: 'not-found', details: { network: 'Meadow' } } } })
  await till.until(() => till.button('Look for it'))
  await till.type('Already paid? The transaction’s hash', hash)
  await till.press('Look for it')
  await shows(`This transaction is on Meadow, not on ${asked.networkName}.`)
})

test('a new price is for the same recipient, and names the account that was asked before', async () => {
  const telcel = { sku: 'lumo_MX_200-I', reference: '+525512345678' }
  till = await open({ ...telcel, state: 'late', holdsUntil: ago(1) })
  await till.until(() => till.button('Get a new price'))
  await till.press('Get a new price')
  await till.until(() => expect(till.path()).toBe(`/checkout/${telcel.sku}?from=${asked.id}`))
  await shows('The other wallet was asked to pay from 0x3C44…93BC.')
  expect(till.field('Phone number').value).toBe(telcel.reference)
})

test('a new price replaces the payment, with its draft and what it buys again', async () => {
  const draft = scriptedDraft(1, { reference: '+525587654321' })
  const telcel = { sku: 'lumo_MX_200-I', reference: '+525512345678', draftId: draft.id, repeatOf: draft.id }
  const script = { ...isWatching, drafts: [draft], 'checkout.quote': { termsAccepted: true } }
  till = await open({ ...telcel, state: 'late', holdsUntil: ago(1) }, script)
  await till.until(() => till.button('Get a new price'))
  await till.press('Get a new price')
  await shows('This replaces the payment that another wallet was asked for.')
  expect(till.text()).toContain('This replaces a purchase that wasn’t paid.')
  expect(till.text()).not.toContain('Another wallet was already asked')
  expect(till.field('Phone number').value).toBe(telcel.reference)
  await till.until(() => expect(till.isOff('See price')).toBe(false))
  await till.press('See price')
  await till.until(() =>
    expect(till.inputsOf('checkout.quote').at(-1)).toMatchObject({ replaces: asked.id, repeatOf: draft.id }),
  )
  await till.until(() => expect(till.isOff(/^Pay .* with another wallet/)).toBe(false))
  await till.press(/^Pay .* with another wallet/)
  await till.until(() => expect(till.inputsOf('external.ask').at(-1)).toMatchObject({ draftId: draft.id }))
})

test('a new price names no account if the one that was asked is in use, and leads back to what arrived', async () => {
  const telcel = { sku: 'lumo_MX_200-I', reference: '+525512345678', fromAddress: scriptedAccounts[0]!.address }
  const underWay = { id: asked.id, createdAt: ago(20), reference: telcel.reference, status: 'arrived' as const }
  till = await open({ ...telcel, state: 'late', holdsUntil: ago(1) }, { 'checkout.underWay': [underWay] })
  await till.until(() => till.button('Get a new price'))
  await till.press('Get a new price')
  await shows('Another wallet sent something for this for')
  expect(till.text()).not.toContain('The other wallet was asked to pay from')
  await till.press('View')
  await till.until(() => expect(till.path()).toBe(`/purchases/external/${asked.id}`))
})

test('a checkout warns of what another wallet sends meanwhile', async () => {
  const telcel = { sku: 'lumo_MX_200-I', reference: '+525512345678' }
  const waiting = scriptedExternal({ ...telcel, state: 'late', holdsUntil: ago(1) })
  const underWay = { id: asked.id, createdAt: ago(20), reference: telcel.reference }
  let status: 'awaited' | 'arrived' = 'awaited'
  const script = { ...isWatching, external: [waiting], 'checkout.underWay': () => [{ ...underWay, status }] }
  till = await mountTill(`/checkout/${telcel.sku}?from=${asked.id}`, script)
  await shows('This replaces the payment that another wallet was asked for.')
  expect(till.text()).not.toContain('Another wallet was already asked')
  status = 'arrived'
  till.scripted.emit('external.changed', { ...waiting, arrivals: [scriptedArrival('late')] })
  await shows('Another wallet sent something for this for')
})

test('what the asked account sent is its own, although it is one of the user’s', async () => {
  const other = { ...watched, address: asked.fromAddress, name: 'Watched', inUse: false }
  till = await open({ arrivals: [scriptedArrival('too-little')] }, { accounts: [...scriptedAccounts, other] })
  await shows('Less arrived than was asked for')
  expect(till.text()).toContain('From this account')
  expect(till.text()).not.toContain('From another account')
})

test('asks for an answer before another payment only about what may be the payment', async () => {
  const about = 'Don’t pay again before you say below what it is.'
  till = await open({ arrivals: [scriptedArrival('too-little')] })
  await shows(about)
  till.close()
  till = await open({ unused: [scriptedArrival('too-little')] })
  await shows('Copy amount')
  expect(till.text()).not.toContain(about)
})
