import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openReceiptPrinter } from '../../e2e/support/receipt-printer.ts'
import type { AppView } from '../shared/app/views.ts'
import { folder, setUpTills, start, value, type Till } from '../testing/app/app.ts'
import { testPhrase, strong } from '../testing/vault/vault.ts'
import { soon } from '../testing/soon.ts'

setUpTills()

describe('a register in shop mode', { timeout: 60_000 }, () => {
  const session = async (till: Till): Promise<unknown> => {
    const { kiosk, locked } = (await value(till.ask('app.get'))) as AppView
    return [kiosk.role, locked ? 'locked' : 'open']
  }

  it('fills the screen from the password on, at each start before the window opens, until the password ends it', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    expect(till.window).toEqual(['own size', 'opened'])
    await value(till.ask('kiosk.turnOn', { password: strong }))
    expect(till.window.at(-1)).toBe('whole screen')
    await till.close()
    const again = await start('shop')
    expect(again.window).toEqual(['whole screen', 'opened'])
    await expect(value(again.ask('kiosk.turnOff', { password: 'wrong' }))).rejects.toThrow('wrong-password')
    expect(again.window.at(-1)).not.toBe('own size')
    await value(again.ask('kiosk.turnOff', { password: strong }))
    expect(again.window.at(-1)).toBe('own size')
  })

  it('has an open wallet and nobody signed in after its page ended or its screen was locked, and locks on sleep', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    await value(till.ask('kiosk.turnOn', { password: strong }))
    expect(await session(till)).toEqual(['manager', 'open'])
    for (const leave of [() => till.host()?.pageEnded(), () => till.host()?.signOut()]) {
      leave()
      expect(await session(till)).toEqual(['nobody', 'open'])
      await value(till.ask('kiosk.signInManager', { password: strong }))
    }
    till.host()?.lock()
    await vi.waitFor(async () => expect(await session(till)).toEqual(['nobody', 'locked']), soon)
  })

  it('prints a shift’s report for the manager: on the network printer, otherwise from the page', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    const prices = { currency: 'MXN', rate: '17', rules: [] }
    const limits = { perSale: null, perClerk: null, perShift: null, perDay: null }
    await value(till.ask('prices.set', { ...prices, limits }))
    await value(till.ask('shift.open', { float: '500' }))
    await expect(value(till.ask('shift.print', { number: 2 }))).rejects.toThrow('not-found')
    await value(till.ask('shift.print', { number: 1 }))
    expect(till.window.filter((one) => one === 'printed')).toHaveLength(1)
    const device = await openReceiptPrinter()
    const head = (await value(till.ask('shop.get'))) as object
    await value(till.ask('shop.set', { ...head, printer: { host: '127.0.0.1', port: device.port } }))
    await value(till.ask('shift.print', { number: 1 }))
    await value(till.ask('sales.printDay', { day: '2026-11-22' }))
    await device.close()
    expect(device.receipts).toHaveLength(2)
    await expect(value(till.ask('shift.print', { number: 1 }))).rejects.toThrow('printer-failed refused')
    await value(till.ask('kiosk.turnOn', { password: strong }))
    await value(till.ask('kiosk.signOut'))
    await expect(value(till.ask('shift.print', { number: 1 }))).rejects.toThrow('not-allowed')
    expect(till.window.filter((one) => one === 'printed')).toHaveLength(1)
  })

  it('leaves its books to the manager who turns shop mode off', async () => {
    const till = await start('shop')
    const hasShifts = async (): Promise<boolean> => ((await value(till.ask('app.get'))) as AppView).hasShifts
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    const limits = { perSale: null, perClerk: null, perShift: null, perDay: null }
    await value(till.ask('prices.set', { currency: 'MXN', rate: '17', rules: [], limits }))
    await value(till.ask('kiosk.turnOn', { password: strong }))
    expect(await hasShifts()).toBe(false)
    await value(till.ask('shift.open', { float: '500' }))
    expect(await value(till.ask('kiosk.turnOff', { password: strong }))).toMatchObject({ hasShifts: true })
    expect(await value(till.ask('shift.list', { limit: 30 }))).toMatchObject({ shifts: [{ number: 1 }] })
    expect(await value(till.ask('sales.list', {}))).toEqual({ sales: [], total: 0 })
    await value(till.ask('shift.report', { number: 1 }))
    await value(till.ask('sales.report', { period: '2026-11' }))
  })

  it('is closed only by the manager', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    await value(till.ask('kiosk.turnOn', { password: strong }))
    await value(till.ask('kiosk.signOut'))
    await expect(value(till.ask('kiosk.close'))).rejects.toThrow('not-allowed')
    await value(till.ask('kiosk.signInManager', { password: strong }))
    expect(till.window).not.toContain('closed')
    await value(till.ask('kiosk.close'))
    expect(till.window.at(-1)).toBe('closed')
  })
})

describe('a policy', { timeout: 60_000 }, () => {
  it('fixes what it sets, which nobody can change in Till, until its file is deleted', async () => {
    mkdirSync(join(folder, 'one'))
    const file = join(folder, 'one', 'policy.json')
    const shop = { prices: { currency: 'MXN', rate: '17' }, receipt: { name: 'Lupita', language: 'es' } }
    const service = { name: 'Chosen', baseUrl: 'http://127.0.0.1:8', integrator: 'y' }
    writeFileSync(
      file,
      JSON.stringify({
        service,
        theme: 'dark',
        limits: { perDay: '50' },
        favourites: { brands: ['lumo'], counter: [] },
        ...shop,
      }),
    )
    const till = await start('one')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    expect(await value(till.ask('app.get'))).toMatchObject({
      profile: { name: 'Chosen' },
      settings: { theme: 'dark' },
      policy: { sets: ['service', 'limits', 'favourites', 'prices', 'receipt', 'theme'], problem: null },
    })
    expect(await value(till.ask('limits.get'))).toEqual({ perPurchase: null, perDay: '50', perRecipient: null })
    const prices = await value(till.ask('prices.get'))
    expect(prices).toMatchObject({ currency: 'MXN', rate: '17', rules: [], limits: { perDay: null } })
    const head = await value(till.ask('shop.get'))
    expect(head).toMatchObject({ name: 'Lupita', language: 'es', printer: 'none' })
    for (const [name, input] of [
      ['prices.set', prices],
      ['shop.set', { ...(head as object), name: 'Mine' }],
      ['counter.set', { pages: [] }],
      ['settings.set', { theme: 'light' }],
      ['profile.save', { ...service, name: 'Mine', password: strong }],
      ['favourites.set', { kind: 'brand', key: 'lumo', starred: true }],
    ] as const)
      await expect(value(till.ask(name, input)), name).rejects.toThrow('not-allowed policy')
    const more = { perPurchase: null, perDay: '51', perRecipient: null }
    await expect(value(till.ask('limits.set', { limits: more, password: strong }))).rejects.toThrow('above-policy')
    await value(till.ask('settings.set', { homeCountry: 'MX' }))
    await till.close()
    rmSync(file)
    const without = await start('one', { service: null })
    expect(await value(without.ask('app.get'))).toMatchObject({
      settings: { theme: 'system', homeCountry: 'MX' },
      policy: { sets: [], problem: null },
    })
  })

  it('that is invalid and never was usable changes nothing, and Till starts, pays nothing and says so', async () => {
    mkdirSync(join(folder, 'one'))
    const far = { name: 'Far', baseUrl: 'https://service.example', integrator: 'y' }
    for (const [policy, problem] of [
      [
        { theme: 'dark', limits: { perWeek: '5' } },
        { reason: 'unknown-key', path: 'limits.perWeek' },
      ],
      [
        { theme: 'dark', service: far },
        { reason: 'service', path: 'service' },
      ],
    ] as const) {
      writeFileSync(join(folder, 'one', 'policy.json'), JSON.stringify(policy))
      const till = await start('one')
      expect(await value(till.ask('app.get'))).toMatchObject({
        profile: { name: 'Nobody' },
        settings: { theme: 'system' },
        policy: { sets: [], problem: { ...problem, usesLast: false } },
        payingStopped: 'policy-unusable',
      })
      await till.close()
    }
  })

  it('that cannot be read any more stays in force as it was, until it can be read again', async () => {
    mkdirSync(join(folder, 'one'))
    const file = join(folder, 'one', 'policy.json')
    writeFileSync(file, JSON.stringify({ limits: { perDay: '50' } }))
    const till = await start('one')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    await till.close()
    writeFileSync(file, '{"limits":{"perD')
    const unreadable = await start('one', { service: null })
    expect(await value(unreadable.ask('app.get'))).toMatchObject({
      policy: { sets: ['limits'], problem: { reason: 'not-json', usesLast: true } },
      payingStopped: null,
    })
    expect(await value(unreadable.ask('limits.get'))).toMatchObject({ perDay: '50' })
    await unreadable.close()
    writeFileSync(file, JSON.stringify({ limits: { perDay: '60' } }))
    const mended = await start('one', { service: null })
    expect(await value(mended.ask('app.get'))).toMatchObject({ policy: { sets: ['limits'], problem: null } })
    expect(await value(mended.ask('limits.get'))).toMatchObject({ perDay: '60' })
  })
})
