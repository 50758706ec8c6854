import { expect, it } from 'vitest'
import type { AppView } from '../../src/shared/app/views.ts'
import { requests, type RequestName } from '../../src/shared/contract.ts'
import type { Role } from '../../src/shared/kiosk/roles.ts'
import { createRandom } from '../world/random.ts'
import { createInputs } from './inputs.ts'
import { openRouterFixture, type RouterFixture } from './router-fixture.ts'

const PIN = '4719'
/** These have one input that matters, and start a slow hash or a request to the service. */
const once: readonly RequestName[] = ['kiosk.signInManager', 'kiosk.turnOff', 'kiosk.signIn', 'catalog.refresh']
const names = (Object.keys(requests) as RequestName[]).filter((name) => requests[name].permission !== 'manager')

const valueOf = async <T>(fixture: RouterFixture, name: RequestName, input?: unknown): Promise<T> => {
  const reply = await fixture.request(true, name, input)
  if (!reply.ok) throw new Error(`${name} ${reply.error.code}`)
  return reply.value as T
}
const appOf = (fixture: RouterFixture): Promise<AppView> => valueOf(fixture, 'app.get')

/** Returns what the page could look up in a block explorer, in any letter case. */
function tracesIn(fixture: RouterFixture, output: unknown): string[] {
  const text = (JSON.stringify(output) ?? '').toLowerCase()
  return fixture.onChain.filter((trace) => text.includes(trace.toLowerCase().replace(/^0x/, '')))
}

/** Opens a register with sales and a transfer, and returns how to sign a clerk in. */
async function openRegister(): Promise<{ fixture: RouterFixture; be: (role: Role) => Promise<void> }> {
  const fixture = await openRouterFixture()
  const { password } = fixture
  const [clerk] = await valueOf<{ id: string }[]>(fixture, 'clerks.add', { name: 'Ana', colour: 'teal', pin: PIN })
  await valueOf(fixture, 'kiosk.turnOn', { password })
  async function be(role: Role): Promise<void> {
    const { kiosk } = await appOf(fixture)
    if (kiosk.role === role) return
    if (role === 'nobody') await valueOf(fixture, 'kiosk.signOut')
    if (role === 'clerk') await valueOf(fixture, 'kiosk.signIn', { clerk: clerk?.id, pin: PIN })
    if (role === 'manager') await valueOf(fixture, 'kiosk.signInManager', { password })
    fixture.events()
  }
  return { fixture, be }
}

it.each(['nobody', 'clerk'] as const)(
  'neither a reply nor an event shows %s an address, a hash or signed bytes of the wallet',
  { timeout: 400_000 },
  async (role) => {
    const { fixture, be } = await openRegister()
    // What they type themselves, as a reason for cash in, they see again.
    const [sku, ...others] = fixture.known
    const input = createInputs(createRandom(11), [sku, ...others.filter((one) => !fixture.onChain.includes(one))])
    const found: unknown[] = []
    let answered = 0
    for (const name of names) {
      for (let times = once.includes(name) ? 1 : 40; times > 0; times--) {
        await be(role)
        const reply = await fixture.request(true, name, times === 1 ? undefined : input(name))
        if (reply.ok) answered++
        const output = [reply, ...fixture.events()]
        if (tracesIn(fixture, output).length > 0) found.push([name, output])
      }
    }
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(role === 'clerk' ? 400 : 100)
    await fixture.close()
  },
)

it.each(['nobody', 'clerk'] as const)(
  'no reply or event shows %s the name of a saved person, also for a number that is theirs or almost theirs',
  { timeout: 400_000 },
  async (role) => {
    const { fixture, be } = await openRegister()
    await be('manager')
    const mom = { id: null, name: 'Mom Lucia', colour: 'teal', phones: ['+525512345678'], emails: [], addresses: [] }
    await valueOf(fixture, 'people.save', mom)
    const input = createInputs(createRandom(12), fixture.known)
    const found: unknown[] = []
    async function ask(name: RequestName, given: unknown): Promise<void> {
      await be(role)
      const output = [await fixture.request(true, name, given), ...fixture.events()]
      if (JSON.stringify(output).includes(mom.name)) found.push([name, output])
    }
    for (const name of names)
      for (let times = once.includes(name) ? 1 : 10; times > 0; times--)
        await ask(name, times === 1 ? undefined : input(name))
    for (const number of ['+525512345678', '+525512345679']) await ask('checkout.doubtNumber', { number })
    expect(found).toEqual([])
    await be('manager')
    const doubted = await valueOf(fixture, 'checkout.doubtNumber', { number: '+525512345679' })
    expect(doubted).toMatchObject({ doubts: [{ reason: 'similar-number', name: mom.name }] })
    await fixture.close()
  },
)

it('shows the manager all of them', async () => {
  const { fixture, be } = await openRegister()
  await be('manager')
  const { sales } = await valueOf<{ sales: { purchaseId: string }[] }>(fixture, 'sales.list', {})
  const seen: unknown[] = [await appOf(fixture), await valueOf(fixture, 'transfers.list', {})]
  for (const { purchaseId } of sales) seen.push(await valueOf(fixture, 'purchases.get', { id: purchaseId }))
  expect(sales.length).toBeGreaterThan(10)
  expect(tracesIn(fixture, seen).length).toBeGreaterThan(sales.length + 1)
  await fixture.close()
})

it('finds a sale by its payment only for the manager', async () => {
  const { fixture, be } = await openRegister()
  const count = async (): Promise<number> => {
    const hashes = fixture.onChain.filter((trace) => trace.length === 66)
    const lists = hashes.flatMap((hash) => [hash, hash.slice(0, 12)])
    const found = lists.map((text) => valueOf<{ total: number }>(fixture, 'sales.list', { text }))
    return (await Promise.all(found)).reduce((sum, { total }) => sum + total, 0)
  }
  await be('manager')
  expect(await count()).toBeGreaterThan(20)
  await be('clerk')
  expect(await count()).toBe(0)
  await fixture.close()
})
