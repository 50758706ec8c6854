// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import {
  scriptedRegister,
  scriptedRegisterPurchases,
  scriptedRegisters,
  unreadRegister,
} from '../../../testing/fixtures/registers.ts'
import { clerksApp, managersApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const open = async (path: string, given: Partial<Script> = {}): Promise<MountedTill> =>
  (till = await mountTill(path, {
    registers: scriptedRegisters(),
    registerPurchases: scriptedRegisterPurchases(),
    app: managersApp,
    ...given,
  }))
const puebla = scriptedRegister(2).address

describe('registers', () => {
  test('open from the sales and refresh old figures once, then only on request', async () => {
    const page = await open('/sales')
    await page.press('Other registers')
    await page.until(() => expect(page.text()).toContain('Oaxaca Centro'))
    expect(till!.inputsOf('registers.refresh')).toEqual([{ address: null, how: 'if-old' }])
    await page.press('Refresh')
    expect(till!.inputsOf('registers.refresh')).toHaveLength(2)
    expect(till!.inputsOf('registers.refresh').at(-1)).toEqual({ address: null, how: 'newest' })
  })

  test('show their sales by currency, what needs attention, and which counts are only minimums', async () => {
    const page = await open('/sales/registers')
    await page.until(() => expect(page.text()).toContain('Puebla'))
    const rows = [...document.querySelectorAll('main ul.card > li')].map((row) => row.textContent ?? '')
    for (const text of [
      '9 sales',
      '€25.00',
      'MX$1,480.00',
      '1 failed',
      '1 for over an hour',
      '2 on their way',
      '2 refunded',
    ])
      expect(rows[1]).toContain(text)
    expect(rows[2]).toContain('At least 100 sales')
    expect(rows[3]).toContain('This wallet')
    expect(rows[3]).toContain('No sales')
  })

  test('follow the events of main while loading, and say why the rest was skipped and until when', async () => {
    const page = await open('/sales/registers', {
      registers: { ...scriptedRegisters(), registers: [unreadRegister(1), unreadRegister(2)] },
    })
    await page.until(() => expect(page.text()).toContain('Not loaded yet'))
    const reading = {
      ...scriptedRegisters(),
      reading: true,
      registers: [unreadRegister(1, { state: 'reading' }), unreadRegister(2, { state: 'next' })],
    }
    page.scripted.emit('registers.changed', reading)
    await page.until(() => expect(page.text()).toContain('Loading…'))
    const until = new Date()
    until.setHours(until.getHours() + 1)
    const stopped = { code: 'service-budget-spent', details: { until: until.getTime() } } as const
    page.scripted.emit('registers.changed', {
      ...scriptedRegisters(),
      stopped,
      registers: [scriptedRegister(1, { state: 'left' }), unreadRegister(2, { state: 'left' })],
    })
    await page.until(() => expect(page.text()).toMatch(/kept for selling. Refresh again from .*\d/))
    expect(page.text()).toContain('14 sales')
    expect(page.text()).toContain('Not loaded this time')
  })

  test('are not shown as loading if the refresh stopped before its answer came', async () => {
    const page = await open('/sales/registers', {
      registers: { ...scriptedRegisters(), registers: [unreadRegister(1)] },
    })
    await page.until(() => expect(page.text()).toContain('Not loaded yet'))
    const { bridge, script, emit } = page.scripted
    const { request } = bridge
    const stopped = { code: 'service-budget-spent', details: { reason: 'rush' } } as const
    bridge.request = async (name, input) => {
      script.registers = { ...scriptedRegisters(), reading: true, registers: [unreadRegister(1, { state: 'reading' })] }
      const reply = await request(name, input)
      if (name === 'registers.refresh')
        emit('registers.changed', {
          ...scriptedRegisters(),
          stopped,
          registers: [unreadRegister(1, { state: 'left' })],
        })
      return reply
    }
    await page.press('Refresh')
    await page.until(() => expect(page.text()).toContain('Sales are busy at this register'))
    expect(page.text()).not.toContain('Loading')
    expect(page.isOff('Refresh')).toBe(false)
  })

  test('explain a wrong or known address when added, and load at once otherwise', async () => {
    const page = await open('/sales/registers', { registers: { ...scriptedRegisters(), registers: [] } })
    await page.until(() => expect(page.text()).toContain('No other registers yet'))
    await page.press('Add register')
    expect(page.isOff('Add')).toBe(true)
    await page.type('Name', 'Norte')
    await page.type('Wallet address', '0x5290')
    const { script } = page.scripted
    script.fails['registers.add'] = { code: 'invalid-input', details: { reason: 'not-an-address' } }
    await page.submit('Name')
    await page.until(() => expect(page.text()).toContain('This isn’t an address'))
    await page.type('Wallet address', puebla)
    script.fails = {}
    script.registers = { ...script.registers, registers: [unreadRegister(0, { name: 'Norte', address: puebla })] }
    await page.submit('Name')
    await page.until(() => expect(page.text()).toContain('Norte'))
    expect(till!.inputsOf('registers.refresh').at(-1)).toEqual({ address: null, how: 'if-old' })
    await page.press('Add register')
    await page.type('Name', 'Sur')
    await page.type('Wallet address', puebla)
    script.fails['registers.add'] = { code: 'not-allowed', details: { reason: 'register-known' } }
    await page.submit('Name')
    await page.until(() => expect(page.text()).toContain('already on the list'))
  })

  test('cannot be changed if a policy sets them', async () => {
    const page = await open('/sales/registers', {
      app: { ...managersApp, policy: { sets: ['registers'], problem: null } },
    })
    await page.until(() => expect(page.text()).toContain('Set by policy'))
    expect(() => page.button('Add register')).toThrow()
    await page.press(/Puebla/)
    await page.until(() => page.button('Copy address'))
    expect(() => page.button('Remove')).toThrow()
  })

  test('report a failure to load, and are not available to clerks', async () => {
    const page = await open('/sales/registers', { fails: { 'registers.list': { code: 'internal' } } })
    await page.until(() => page.button('Try again'))
    delete page.scripted.script.fails['registers.list']
    await page.press('Try again')
    await page.until(() => expect(page.text()).toContain('Puebla'))
    page.close()
    await open('/sales/registers', { app: clerksApp })
    expect(till!.path()).not.toContain('registers')
    expect(till!.inputsOf('registers.list')).toEqual([])
  })

  test('are found in the settings at home', async () => {
    const page = await open('/settings/point-of-sale', { app: scriptedApp })
    await page.until(() => page.button(/^Other registers/))
    await page.press(/^Other registers/)
    await page.until(() => expect(page.path()).toBe('/sales/registers'))
  })
})

describe('a register', () => {
  test('shows its purchases by outcome, in pages, each with its payment', async () => {
    const page = await open(`/sales/registers/${puebla}`)
    await page.until(() => page.button('Show more'))
    const rows = (): number => document.querySelectorAll('main ul.card > li').length
    expect(rows()).toBe(60)
    await page.press('Show more')
    await page.until(() => expect(rows()).toBe(65))
    expect(() => page.button('Load older sales')).toThrow()
    await page.press('Details of Vireo Digital €25')
    expect(page.text()).toContain(scriptedRegisterPurchases()[1]!.hash)
    await page.press('Open in explorer')
    expect(till!.inputsOf('link.open')).toEqual([{ register: puebla, purchase: scriptedRegisterPurchases()[1]!.id }])
  })

  test('loads older sales if there are more, and reports a failure', async () => {
    const path = `/sales/registers/${scriptedRegister(3).address}`
    const page = await open(path, { registerPurchases: scriptedRegisterPurchases().slice(0, 5) })
    await page.until(() => page.button('Load older sales'))
    expect(page.text()).toContain('At least 2 entries')
    page.scripted.script.fails['registers.refresh'] = { code: 'no-profile' }
    await page.press('Load older sales')
    expect(till!.inputsOf('registers.refresh')).toEqual([{ address: scriptedRegister(3).address, how: 'older' }])
    await page.until(() => expect(document.querySelector('main [role=status]')).not.toBeNull())
  })

  test('can be renamed, exported and removed', async () => {
    const page = await open(`/sales/registers/${puebla}`, { 'registers.export': { path: '/home/ana/puebla.json' } })
    await page.until(() => page.button('Rename'))
    await page.press('Rename')
    await page.type('Name', 'Puebla Sur')
    const renamed = [scriptedRegister(2, { name: 'Puebla Sur' })]
    page.scripted.script.registers = { ...scriptedRegisters(), registers: renamed }
    await page.submit('Name')
    await page.until(() => expect(document.querySelector('h1')?.textContent).toBe('Puebla Sur'))
    await page.press('Export')
    await page.press('Programs (JSON)')
    await page.press('Save file')
    expect(till!.inputsOf('registers.export')).toMatchObject([{ address: puebla, format: 'json' }])
    await page.until(() => expect(page.text()).toContain('/home/ana/puebla.json'))
    await page.press('Remove')
    document
      .querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')!
      .form!.dispatchEvent(new Event('submit', { cancelable: true }))
    await page.until(() => expect(page.path()).toBe('/sales/registers'))
    expect(till!.inputsOf('registers.remove')).toEqual([{ address: puebla }])
  })
})
