import { expect, it } from 'vitest'
import { requests } from '../../src/shared/contract.ts'
import { attack, type Finding } from './attack.ts'
import { openRouterFixture } from './router-fixture.ts'

it(
  'main answers a hundred inputs of every request, valid or not, from its own page and a foreign one, and leaks nothing',
  { timeout: 400_000 },
  async () => {
    const fixture = await openRouterFixture()
    const found: Finding[] = []
    const report = await attack(fixture, Object.keys(requests).length * 100, 7, (finding) => found.push(finding))
    await fixture.close()
    expect(found.slice(0, 5)).toEqual([])
    expect(report).toMatchObject({ crashes: 0, unauthorised: 0, leaks: 0 })
  },
)

it('a fee above the cap needs the wallet’s password', async () => {
  const fixture = await openRouterFixture()
  const id = '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d'
  const [shown, consents] = [
    { totalAmount: '1', recipient: '0x' },
    { acceptTerms: true, acceptNewRecipient: true },
  ]
  const payment = { purchaseId: id, quoteKey: id, ...shown, ...consents, acceptCoin: true, acceptNotSimulated: true }
  const transfer = { offerKey: id, typed: null, acceptCoin: true, acceptNotSimulated: true }
  const consented = {
    'checkout.confirm': payment,
    'transfers.confirm': transfer,
    'purchases.confirmFee': { id, offerKey: id },
    'transfers.confirmFee': { id, offerKey: id },
    'allowances.confirmRevoke': { offerKey: id },
    'allowances.confirmFee': { id, offerKey: id },
  }
  for (const [name, consent] of Object.entries(consented)) {
    const ask = async (feePassword: string | null): Promise<unknown> => {
      const reply = await fixture.request(true, name, { ...consent, feePassword })
      return reply.ok ? 'answered' : reply.error.code
    }
    expect(await ask('guess'), name).toBe('wrong-password')
    // There was no offer: the check after the password refuses.
    expect(await ask(fixture.password), name).toBe('quote-expired')
    expect(await ask(null), name).toBe('quote-expired')
  }
  await fixture.close()
})

it('a refund is waived or confirmed, and coins of another wallet answered for, only while the wallet is unlocked', async () => {
  const fixture = await openRouterFixture()
  const id = '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d'
  const answer = { id, hash: `0x${'1'.repeat(64)}`, ordinal: 0 }
  const answers = ['register', 'dismiss', 'markReturned', 'denyReturn'] as const
  const ask = async (): Promise<unknown[]> => {
    const replies = await Promise.all([
      fixture.request(true, 'purchases.answerRefund', { ...answer, choice: 'all' }),
      fixture.request(true, 'purchases.answerRefund', { ...answer, choice: 'no' }),
      fixture.request(true, 'purchases.waiveRefund', { id }),
      ...answers.map((name) => fixture.request(true, `external.${name}`, answer)),
    ])
    return replies.map((reply) => (reply.ok ? 'answered' : reply.error.code))
  }
  await fixture.unlock()
  expect(new Set(await ask())).toEqual(new Set(['not-found']))
  await fixture.request(true, 'vault.lock', undefined)
  expect(new Set(await ask())).toEqual(new Set(['locked']))
  await fixture.close()
})

it('without the password, no other address is asked, and no account changes while the wallet is locked', async () => {
  const fixture = await openRouterFixture()
  // Nobody listens on this port either.
  const other = { name: 'x', baseUrl: 'http://127.0.0.1:10', integrator: 'told-to-whom-it-may-concern' }
  const ask = async (...input: Parameters<typeof fixture.request>): Promise<unknown> => {
    const reply = await fixture.request(...input)
    return reply.ok ? 'answered' : reply.error.code
  }
  expect(await ask(true, 'profile.test', other)).toBe('wrong-password')
  expect(await ask(true, 'profile.test', { ...other, password: 'guess' })).toBe('wrong-password')
  expect(await ask(true, 'profile.test', { ...other, password: fixture.password })).toBe('offline')
  expect(await ask(true, 'profile.check', other)).toBe('wrong-password')
  expect(await ask(true, 'profile.check', { ...other, password: fixture.password })).toBe('answered')
  expect(await ask(true, 'profile.test', { ...other, baseUrl: 'http://127.0.0.1:9' })).toBe('offline')
  // Nor is there a node; it would learn what its address contains.
  const node = { ...other, baseUrl: 'http://127.0.0.1:9', rpcUrls: { '1': ['http://127.0.0.1:10/told'] } }
  expect(await ask(true, 'profile.test', node)).toBe('wrong-password')
  expect(await ask(true, 'profile.test', { ...node, password: fixture.password })).toBe('offline')
  const { value } = (await fixture.request(true, 'accounts.list', undefined)) as unknown as {
    value: { address: string }[]
  }
  const account = { address: value[0]?.address }
  expect(await ask(true, 'accounts.use', account)).toBe('answered')
  await fixture.request(true, 'vault.lock', undefined)
  expect(await ask(true, 'accounts.use', account)).toBe('locked')
  await fixture.close()
})

it('a shop event goes to the current user at that moment, and no clerk’s event reaches a signed-out register', async () => {
  const fixture = await openRouterFixture()
  await fixture.request(true, 'kiosk.turnOn', { password: fixture.password })
  const refreshed = async (leave: boolean): Promise<string[]> => {
    const done = fixture.request(true, 'catalog.refresh', undefined)
    if (leave) await fixture.request(true, 'kiosk.signOut', undefined)
    fixture.events()
    await done
    return fixture.events().map(({ name }) => name)
  }
  expect(await refreshed(false)).toContain('catalog.changed')
  const events = await refreshed(true)
  expect(events).not.toContain('catalog.changed')
  await fixture.close()
})
