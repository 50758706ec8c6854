import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { requests } from '../../shared/contract.ts'
import type { CustomerView } from '../../shared/kiosk/customer-views.ts'
import { folder, setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { strong, testPhrase } from '../../testing/vault/vault.ts'
import { soon } from '../../testing/soon.ts'

setUpTills()

const PIN = '4719'
const check = { kind: 'check', sku: null, reference: '+525512345678', price: { currency: 'MXN', amount: '105' } }

const pageOf = (till: Till) => till.host()?.customer ?? expect.fail('No host')
const seen = async (till: Till): Promise<CustomerView> =>
  (await value(pageOf(till).request(true, 'customer.get', undefined))) as CustomerView

/** Opens a register with a clerk. */
async function openRegister(): Promise<{ till: Till; signIn: () => Promise<unknown> }> {
  const till = await start('shop')
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  const clerks = await value(till.ask('clerks.add', { name: 'Ana', colour: 'teal', pin: PIN }))
  const [{ id: clerk } = { id: '' }] = clerks as { id: string }[]
  await value(till.ask('kiosk.turnOn', { password: strong }))
  return { till, signIn: () => value(till.ask('kiosk.signIn', { clerk, pin: PIN })) }
}

describe('the page on the customer’s display', { timeout: 60_000 }, () => {
  it('may send one request, whoever is signed in at the register', async () => {
    const { till, signIn } = await openRegister()
    for (const change of [signIn, () => value(till.ask('kiosk.signInManager', { password: strong }))]) {
      await change()
      for (const name of Object.keys(requests)) {
        const { ok, ...reply } = await pageOf(till).request(true, name, undefined)
        if (name === 'customer.get') expect(ok).toBe(true)
        else expect(reply, name).toMatchObject({ error: { code: 'not-allowed', details: { reason: 'role' } } })
      }
    }
    expect(await pageOf(till).request(false, 'customer.get', undefined)).toMatchObject({ ok: false })
  })

  it('receives what the clerk shows, language, theme and the shop’s name, and no other event', async () => {
    const { till, signIn } = await openRegister()
    const head = (await value(till.ask('shop.get'))) as object
    await value(till.ask('shop.set', { ...head, name: 'Abarrotes La Esquina' }))
    await value(till.ask('settings.set', { locale: 'es', theme: 'dark' }))
    await signIn()
    const { face, onDisplay } = (await value(till.ask('customer.show', check))) as { face: object; onDisplay: boolean }
    expect(onDisplay).toBe(true)
    const country = { iso2: 'MX', callingCode: '52', flag: null }
    expect(face).toEqual({
      kind: 'check',
      product: null,
      reference: { kind: 'phone', text: '55 1234 5678', country },
      price: check.price,
    })
    const view = { shop: 'Abarrotes La Esquina', locale: 'es', theme: 'dark', homeCountry: null, face }
    expect(await seen(till)).toEqual(view)
    expect(till.customer.events.at(-1)).toEqual({ name: 'customer.changed', payload: view })
    expect(new Set(till.customer.events.map(({ name }) => name))).toEqual(new Set(['customer.changed']))
  })

  it('shows nothing of a sale any more once the user changes, the wallet is locked or the register’s page ends', async () => {
    copyFileSync(join(import.meta.dirname, '../../renderer/index.html'), join(folder, 'index.html'))
    const { till, signIn } = await openRegister()
    for (const end of [
      () => value(till.ask('kiosk.signOut')),
      () => value(till.ask('kiosk.signInManager', { password: strong })),
      () => value(till.ask('app.renew', { path: '/shop' })),
      () => Promise.resolve(till.host()?.pageEnded()),
      () => till.host()?.serve(new URL('till://app/')),
      () => value(till.ask('customer.show', { kind: 'idle' })),
      () => Promise.resolve(till.host()?.lock()),
    ]) {
      await signIn()
      await value(till.ask('customer.show', check))
      expect((await seen(till)).face.kind).toBe('check')
      await end()
      await vi.waitFor(async () => expect((await seen(till)).face).toEqual({ kind: 'idle' }), soon)
      expect(till.customer.events.at(-1)?.payload).toMatchObject({ face: { kind: 'idle' } })
    }
  })

  it('gets a page of its own, with the theme and without the register’s data', async () => {
    copyFileSync(join(import.meta.dirname, '../../renderer/index.html'), join(folder, 'index.html'))
    const { till, signIn } = await openRegister()
    await value(till.ask('settings.set', { theme: 'dark' }))
    await signIn()
    await value(till.ask('customer.show', check))
    const { bytes } = await pageOf(till).serve(new URL('till://app/'))
    expect(new TextDecoder().decode(bytes)).toMatch(/data-theme="dark"[\s\S]*id="prefetched">\[\]</)
    expect((await seen(till)).face.kind).toBe('check')
  })

  it('is turned off by the manager alone, as are the times and the PIN of a register changed', async () => {
    const { till, signIn } = await openRegister()
    await signIn()
    const managers = { customerDisplay: 'off', idleMinutes: 60, lockAfterMinutes: 240, pinAtSale: true }
    for (const [name, setting] of Object.entries(managers))
      await expect(value(till.ask('settings.set', { [name]: setting })), name).rejects.toThrow('not-allowed role')
    expect(till.customer.windows).toEqual([true])
    await value(till.ask('kiosk.signInManager', { password: strong }))
    expect(await value(till.ask('settings.set', managers))).toMatchObject({ settings: managers })
    expect(till.customer.windows).toEqual([true, false])
  })

  it('has a window as long as shop mode is on and the settings allow it', async () => {
    const { till } = await openRegister()
    await value(till.ask('settings.set', { customerDisplay: 'off' }))
    await value(till.ask('settings.set', { customerDisplay: 'automatic' }))
    await till.close()
    const again = await start('shop')
    await value(again.ask('kiosk.turnOff', { password: strong }))
    expect([till.customer.windows, again.customer.windows]).toEqual([
      [true, false, true],
      [true, false],
    ])
  })
})

it('refuses anything that is not exactly what may be shown', async () => {
  const { till, signIn } = await openRegister()
  await signIn()
  for (const shown of [
    { kind: 'sold' },
    { kind: 'check', sku: null, reference: '' },
    { ...check, text: 'Anything' },
    { ...check, price: { currency: 'peso', amount: '1' } },
    { ...check, reference: 'x'.repeat(301) },
    { kind: 'idle', text: 'Anything' },
  ])
    expect(await till.ask('customer.show', shown)).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
  expect((await seen(till)).face).toEqual({ kind: 'idle' })
})
