// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { scriptedDraft } from '../../../../testing/fixtures/drafts.ts'
import { scriptedBalances } from '../../../../testing/fixtures/networks.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import type { Script } from '../../../../testing/scripted/script.ts'

let till: MountedTill
afterEach(() => till.close())

const path = '/checkout/lumo_MX_200-I'
const number = '+525512345678'
async function open(at: string, given: Parameters<typeof mountTill>[1] = {}): Promise<void> {
  till = await mountTill(at, given)
  await till.until(() => till.field('Phone number'))
  await till.until(() => expect(till.isOff('See price')).toBe(false))
}
async function pay(): Promise<void> {
  await till.press('See price')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  await till.press('Pay 11.05 USDC (≈ MX$203.88)')
}
const agreed = { 'checkout.quote': { termsAccepted: true } }
/** Returns a script in which this purchase of the same product is what main finds, and only for its own number. */
const underWay = (purchase: PurchaseView): Partial<Script> => ({
  purchases: [purchase],
  'checkout.underWay': ({ sku, reference }) =>
    sku === purchase.sku && reference === purchase.reference ? [purchase] : [],
})

test('buys again with the same number, fields and payment method, and neither prices nor pays automatically', async () => {
  const earlier = scriptedPurchase(70, 'delivered', 90, { networkKey: 'meadow', tokenKey: 'usdt', tokenSymbol: 'USDT' })
  await open(`${path}?from=${earlier.id}`, { purchases: [earlier, scriptedPurchase(71, 'delivered', 5)] })
  expect(till.field('Phone number').value).toBe(number)
  till.button(/^USDT on Meadow/)
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await till.press('See price')
  await till.until(() =>
    expect(till.inputsOf('checkout.quote')).toMatchObject([
      { networkKey: 'meadow', tokenKey: 'usdt', reference: number },
    ]),
  )
  expect(till.inputsOf('checkout.confirm')).toEqual([])
})

test('has the number that was typed over the earlier one after Back, and the earlier one when chosen again', async () => {
  const earlier = scriptedPurchase(70, 'delivered', 90)
  const again = `${path}?from=${earlier.id}`
  await open(again, { purchases: [earlier] })
  await till.type('Phone number', '5587654321')
  await till.router.push('/purchases')
  await till.until(() => expect(till.text()).toContain('isn’t paid yet. Save it for later?'))
  till.router.back()
  await till.until(() => expect(till.path()).toBe(again))
  await till.until(() => expect(till.field('Phone number').value).toBe('5587654321'))
  await till.router.push('/purchases')
  await till.router.push(again)
  await till.until(() => expect(till.field('Phone number').value).toBe(number))
})

test('leads from a product that is no longer sold to its brand, with an explanation', async () => {
  const earlier = scriptedPurchase(70, 'delivered', 90, { sku: 'lumo_MX_5-I' })
  till = await mountTill(`/checkout/lumo_MX_5-I?from=${earlier.id}`, { purchases: [earlier] })
  await till.until(() => expect(till.path()).toBe('/brand/lumo?gone=bought'))
  await till.until(() => expect(till.text()).toContain('The product you bought is no longer sold.'))
})

test('links a purchase of the same product that is on its way to the same number, without blocking', async () => {
  const open_ = scriptedPurchase(72, 'on-its-way', 3)
  await open(path, { ...underWay(open_), ...agreed })
  expect(till.text()).not.toContain('already on its way')
  await till.type('Phone number', '5587654321')
  await till.until(() => expect(till.inputsOf('checkout.underWay')).toHaveLength(1))
  expect(till.text()).not.toContain('already on its way')
  await till.type('Phone number', '5512345678')
  await till.until(() =>
    expect(till.text()).toContain(
      'One is already on its way to +52 55 1234 5678. If you buy now, you pay a second time.',
    ),
  )
  expect(till.button('View').getAttribute('href')).toBe(`#/purchases/${open_.id}`)
  await pay()
  await till.until(() => expect(till.inputsOf('checkout.confirm')).toHaveLength(1))
})

test.each(['paying', 'on-its-way', 'delivered'] as const)(
  'offers to save nothing for a number to which the same purchase is %s',
  async (status) => {
    await open(path, underWay(scriptedPurchase(72, status, 3)))
    await till.type('Phone number', '5512345678')
    await till.until(() => expect(till.text()).toContain('If you buy now, you pay a second time.'))
    await till.router.push('/wallet')
    await till.until(() => expect(till.path()).toBe('/wallet'))
    expect(till.text()).not.toContain('Save it for later?')
  },
)

test('says that the same was bought and delivered for this number a moment ago', async () => {
  const done = scriptedPurchase(72, 'delivered', 3)
  await open(path, underWay(done))
  await till.type('Phone number', '5512345678')
  await till.until(() =>
    expect(till.text()).toContain(
      'You bought this for +52 55 1234 5678 3 minutes ago. If you buy now, you pay a second time.',
    ),
  )
})

test('saves a checkout without a price, and then its changes', async () => {
  await open(path)
  await till.type('Phone number', '55 12')
  await till.press('Save for later')
  await till.until(() => expect(till.text()).toContain('Saved for later. The recipient isn’t complete yet.'))
  const paymentMethod = { networkKey: 'harbor', tokenKey: 'usdc' }
  expect(till.inputsOf('drafts.save')).toEqual([
    { id: null, sku: 'lumo_MX_200-I', reference: '55 12', fields: {}, paymentMethod },
  ])
  await till.type('Phone number', '5512345678')
  await till.press('Save changes')
  await till.until(() => expect(till.inputsOf('drafts.save')).toHaveLength(2))
  expect(till.scripted.script.drafts).toMatchObject([{ reference: '5512345678' }])
  expect(till.inputsOf('checkout.quote')).toEqual([])
})

test('reports a failed save and keeps the input', async () => {
  await open(path, { fails: { 'drafts.save': { code: 'locked' } } })
  await till.type('Phone number', '55 12')
  await till.press('Save for later')
  await till.until(() => expect(till.text()).toContain('Till is locked. Unlock it to continue.'))
  expect(till.field('Phone number').value).toBe('55 12')
})

const offline = { service: 'offline', since: null, error: 'offline' } as const

test('explains offline why there is no price, and offers saving first', async () => {
  till = await mountTill(path, { 'connection.get': offline })
  await till.until(() => till.field('Phone number'))
  await till.until(() =>
    expect(till.text()).toContain('There is no final price yet. Save it for later: you’ll find it under Purchases.'),
  )
  expect(() => till.button('See price')).toThrow()
  await till.until(() => expect(till.isOff('Try to get the price')).toBe(false))
  await till.press('Save for later')
  await till.until(() => expect(till.text()).toContain('Saved for later. Nothing was paid.'))
  expect(till.inputsOf('checkout.quote')).toEqual([])
  till.scripted.emit('connection.changed', { service: 'online', since: null, error: null })
  await till.until(() => till.button('See price'))
})

test('shows the last known balance with its time offline, or that it will be checked later', async () => {
  const unread = scriptedBalances.map((one) => ({ ...one, native: null, tokens: {}, readAt: null, last: null }))
  till = await mountTill(path, { 'connection.get': offline, balances: unread })
  await till.until(() => till.button(/^USDC .*balance checked when you’re back online/))
  till.close()
  // Of these, 10.42 are reserved for payments in progress.
  const last = { native: '1', tokens: { usdc: '17.92' }, readAt: new Date(Date.now() - 7_200_000).toISOString() }
  till = await mountTill(path, { 'connection.get': offline, balances: unread.map((one) => ({ ...one, last })) })
  await till.until(() => till.button(/^USDC .*balance as of 2 hours ago 7\.50 USDC/))
})

test('offers once to save when leaving with input, only until the user returns', async () => {
  await open(path, { purchases: [] })
  await till.type('Phone number', '5512345678')
  await till.router.push('/wallet')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 isn’t paid yet. Save it for later?'))
  await till.router.push(path)
  await till.until(() => till.field('Phone number'))
  expect(till.text()).not.toContain('Save it for later?')
  await till.router.push('/wallet')
  await till.press('Save')
  await till.until(() => expect(till.text()).toContain('Saved for later. Nothing was paid.'))
  expect(till.text()).not.toContain('Save it for later?')
  expect(till.scripted.script.drafts).toMatchObject([{ reference: '5512345678' }])

  // It is saved, so choosing the product again starts another one.
  await till.router.push(path)
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
})

test('offers to save several left checkouts in one line, and saves all of them', async () => {
  await open(path, { purchases: [] })
  await till.type('Phone number', '5512345678')
  await till.router.push('/checkout/lumo_MX_100-I')
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
  await till.type('Phone number', '5587654321')
  await till.router.push('/checkout/lumo_MX_50-I')
  await till.until(() =>
    expect(till.text()).toContain('Lumo Móvil MX$100 and 1 more aren’t paid yet. Save them for later?'),
  )
  expect(till.text()).not.toContain('isn’t paid yet')

  // Back in one of them, only the other is offered.
  await till.router.push('/checkout/lumo_MX_100-I')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 isn’t paid yet. Save it for later?'))
  await till.router.push('/wallet')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$100 and 1 more'))
  await till.press('Save')
  await till.until(() => expect(till.text()).toContain('Saved for later. Nothing was paid.'))
  await till.until(() =>
    expect(till.scripted.script.drafts?.map(({ reference }) => reference).toSorted()).toEqual([
      '5512345678',
      '5587654321',
    ]),
  )
  expect(till.text()).not.toContain('paid yet')
})

test('does not offer again what was left and dismissed', async () => {
  await open(path, { purchases: [] })
  await till.type('Phone number', '5512345678')
  await till.router.push('/checkout/lumo_MX_100-I')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$200 isn’t paid yet.'))
  await till.press('Dismiss')
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
  await till.type('Phone number', '5587654321')
  await till.router.push('/wallet')
  await till.until(() => expect(till.text()).toContain('Lumo Móvil MX$100 isn’t paid yet.'))
})

test('starts a checkout of its own for another person after one was saved, and keeps both', async () => {
  await open(path)
  await till.type('Phone number', '5512345678')
  await till.press('Save for later')
  await till.until(() => expect(till.scripted.script.drafts).toHaveLength(1))
  const [first] = till.scripted.script.drafts!
  await till.until(() => expect(till.path()).toBe(`${path}?draft=${first!.id}`))
  await till.router.push(path)
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
  expect(till.text()).not.toContain('Saved just now')
  await till.type('Phone number', '5587654321')
  await till.press('Save for later')
  await till.until(() =>
    expect(till.scripted.script.drafts?.map(({ reference }) => reference).toSorted()).toEqual([
      '5512345678',
      '5587654321',
    ]),
  )
})

test('saves a changed recipient over the draft or as another, as the user says', async () => {
  const draft = scriptedDraft(1)
  await open(`${path}?draft=${draft.id}`, { drafts: [draft] })
  await till.type('Phone number', '5587654321')
  await till.until(() => expect(till.text()).toContain('You changed what was saved.'))
  till.button('Save changes')
  await till.press('Save as another')
  await till.until(() => expect(till.scripted.script.drafts).toHaveLength(2))
  expect(till.inputsOf('drafts.save')).toMatchObject([{ id: null, reference: '5587654321' }])
  await till.router.push(`${path}?draft=${draft.id}`)
  await till.until(() => expect(till.field('Phone number').value).toBe(number))
})

test('offers to save the changes of a draft when leaving', async () => {
  const draft = scriptedDraft(1)
  await open(`${path}?draft=${draft.id}`, { drafts: [draft] })
  await till.type('Phone number', '5587654321')
  await till.router.push('/wallet')
  await till.until(() => expect(till.text()).toContain('has changes that aren’t saved. Save them?'))
  await till.press('Save')
  await till.until(() => expect(till.scripted.script.drafts).toMatchObject([{ reference: '5587654321' }]))
})

test('keeps what was typed for a product while others are visited, until it is paid', async () => {
  await open(path, agreed)
  await till.type('Phone number', '5512345678')
  await till.router.push('/checkout/lumo_MX_100-I')
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
  await till.router.push(path)
  await till.until(() => expect(till.field('Phone number').value).toBe('5512345678'))
  expect(till.text()).not.toContain('Save it for later?')
  await pay()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  await till.router.push(path)
  await till.until(() => expect(till.field('Phone number').value).toBe(''))
})

test('buys again for the person who was chosen, whatever number was typed there before', async () => {
  const earlier = scriptedPurchase(70, 'delivered', 90)
  await open(`${path}?from=${earlier.id}`, { purchases: [earlier] })
  await till.type('Phone number', '5587654321')
  await till.router.push('/wallet')
  await till.until(() => expect(till.text()).toContain('isn’t paid yet. Save it for later?'))
  await till.router.push(`${path}?from=${earlier.id}`)
  await till.until(() => expect(till.field('Phone number').value).toBe(earlier.reference))
  await till.press('Save')
  await till.until(() => expect(till.scripted.script.drafts).toMatchObject([{ reference: '5587654321' }]))
})

test('offers nothing when leaving an untouched or paid checkout', async () => {
  const earlier = scriptedPurchase(70, 'delivered', 90)
  await open(`${path}?from=${earlier.id}`, { purchases: [earlier], ...agreed })
  await till.router.push('/wallet')
  expect(till.text()).not.toContain('Save it for later?')
  await till.router.push(path)
  await till.until(() => till.field('Phone number'))
  await till.type('Phone number', '5587654321')
  await pay()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(till.text()).not.toContain('Save it for later?')
})

test('continues a draft, shows its changed price, and removes it once it is paid', async () => {
  const draft = scriptedDraft(1, { before: '10.20', paymentMethod: { networkKey: 'meadow', tokenKey: 'usdc' } })
  await open(`${path}?draft=${draft.id}`, { drafts: [draft], purchases: [], ...agreed })
  expect(till.field('Phone number').value).toBe(number)
  till.button(/^USDC on Meadow/)
  // Shortly after midnight, one hour ago is yesterday.
  expect(till.text()).toMatch(/Saved (1 hour ago|yesterday .+?)\. Its price in coins has changed:/)
  // The notice says it already.
  expect(till.text()).not.toContain('Saved for later')
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await pay()
  await till.until(() => expect(till.path()).toMatch(/^\/purchases\//))
  expect(till.inputsOf('checkout.confirm')).toMatchObject([{ draftId: draft.id }])

  const purchase = till.path()
  await till.router.push(`${path}?draft=${draft.id}`)
  await till.until(() => expect(till.text()).toContain('You already bought this'))
  await till.press('See purchase')
  await till.until(() => expect(till.path()).toBe(purchase))
})

test.each([
  [0, /Saved just now\./],
  [1, /Saved yesterday at \d/],
  [3, /Saved on \w+day at \d/],
  [20, /Saved on \w+ \d+ at \d/],
])('says how long ago the draft was saved, %i days later', async (days, words) => {
  const now = new Date()
  const savedAt = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12)
  const draft = scriptedDraft(1, { savedAt: (days === 0 ? now : savedAt).toISOString() })
  await open(`${path}?draft=${draft.id}`, { drafts: [draft] })
  expect(till.text()).toMatch(words)
})

test('asks for the password where saved details cannot be read before an unlock', async () => {
  const draft = scriptedDraft(1)
  till = await mountTill(`${path}?draft=${draft.id}`, { drafts: [draft], fails: { 'drafts.get': { code: 'locked' } } })
  await till.until(() => expect(till.text()).toContain('Saved details are closed while Till is locked.'))
  till.scripted.script.fails = {}
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.field('Phone number').value).toBe(number))
})

test('does not pay a draft again from an older screen', async () => {
  const draft = scriptedDraft(1)
  await open(`${path}?draft=${draft.id}`, { drafts: [draft], ...agreed })
  till.scripted.script.drafts = [{ ...draft, purchaseId: scriptedPurchase(1, 'paying', 1).id }]
  await pay()
  await till.until(() => expect(till.text()).toContain('was already bought or removed. Nothing was paid now'))
})

test('continues a removed draft as an ordinary checkout', async () => {
  const draft = scriptedDraft(1)
  await open(`${path}?draft=${draft.id}`, { drafts: [draft], purchases: [], ...agreed })
  till.scripted.script.drafts = []
  await till.router.push('/wallet')
  await till.router.push(`${path}?draft=${draft.id}`)
  await till.until(() => expect(till.field('Phone number').value).toBe(number))
  expect(till.text()).not.toMatch(/Saved (just now|yesterday|on|\d)/)
  await pay()
  await till.until(() => expect(till.inputsOf('checkout.confirm')).toMatchObject([{ draftId: null }]))
})

test('leads from the draft of a removed product to its brand, with an explanation', async () => {
  const saved = scriptedDraft(1)
  const draft = { ...saved, gone: true, product: { ...saved.product, sku: 'lumo_MX_5-I' } }
  till = await mountTill(`/checkout/lumo_MX_5-I?draft=${draft.id}`, { drafts: [draft] })
  await till.until(() => expect(till.text()).toContain('The product you saved is no longer sold.'))
  expect(till.path()).toBe('/brand/lumo?gone=draft')
})

test('adds a product to the favourites in its checkout', async () => {
  await open(path)
  await till.press('Favourite: Lumo Móvil MX$200')
  expect(till.button('Favourite: Lumo Móvil MX$200').getAttribute('aria-pressed')).toBe('true')
})
