import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { registerLimits } from '../../shared/registers/limits.ts'
import { createTestClient } from '../../testing/service/client.ts'
import {
  merida,
  noon,
  oaxaca,
  openTestRegisters,
  puebla,
  type TestRegisters,
} from '../../testing/registers/registers.ts'

// Nothing listens there: the list sends no request.
const baseUrl = 'http://127.0.0.1:9'
const { client, budget, dispose } = createTestClient({ baseUrl, requestsPerHour: 100 })
const service = { key: 'one', client, budget, pageSize: 100, explorers: { explorerHosts: [], baseUrl } }
let fixture: TestRegisters

beforeEach(() => {
  fixture = openTestRegisters(
    () => service,
    () => noon,
  )
})
afterEach(() => fixture.dispose())
afterAll(dispose)

it('keeps checksummed addresses in order across a restart', () => {
  fixture.registers.add('Oaxaca', oaxaca)
  fixture.registers.add('Puebla', puebla)
  fixture.registers.add('Mérida', merida)
  fixture.registers.rename(merida, ' Mérida \n Norte ')
  const { registers, byPolicy, reading } = fixture.recreate().list()
  expect(registers.map(({ name, address, own, readAt }) => [name, address, own, readAt])).toEqual([
    ['Oaxaca', oaxaca, false, null],
    ['Puebla', puebla, true, null],
    ['Mérida Norte', merida, false, null],
  ])
  expect([byPolicy, reading]).toEqual([false, false])
})

it.each([
  ['a text that is not an address', 'Luz', '0x52908400098527886E0F7030069857D2E4169EE', 'not-an-address'],
  ['a wrong checksum', 'Luz', oaxaca.replace('E7', 'e7'), 'checksum'],
  ['a listed address, in any letter case', 'Luz', oaxaca.toLowerCase(), 'register-known'],
  ['a listed name', 'OAXACA', puebla, 'name-taken'],
  ['no name', ' \u200b ', puebla, undefined],
])('refuses %s', (_, name, address, reason) => {
  fixture.registers.add('Oaxaca', oaxaca)
  expect(() => fixture.registers.add(name, address)).toThrow(
    expect.objectContaining({ details: reason === undefined ? undefined : { reason } }),
  )
  expect(fixture.registers.list().registers).toHaveLength(1)
})

it('stops at its limit, and accepts the next after a removal', () => {
  const address = (index: number): string => `0x${String(index).padStart(40, '0')}`
  for (let index = 1; index <= registerLimits.registers; index++) fixture.registers.add(`Till ${index}`, address(index))
  expect(() => fixture.registers.add('One more', oaxaca)).toThrow(
    expect.objectContaining({ details: { reason: 'too-many-registers' } }),
  )
  fixture.registers.remove(address(7) as `0x${string}`)
  expect(fixture.registers.add('One more', oaxaca).registers.at(-1)?.name).toBe('One more')
  expect(() => fixture.registers.rename(merida, 'Gone')).toThrow(expect.objectContaining({ code: 'not-found' }))
})

it('is the policy’s if it sets one, and then cannot be changed', () => {
  const chosen = openTestRegisters(
    () => service,
    () => noon,
    [{ name: 'Centro', address: oaxaca }],
  )
  expect(chosen.registers.list()).toMatchObject({ byPolicy: true, registers: [{ name: 'Centro', address: oaxaca }] })
  const policy = expect.objectContaining({ details: { reason: 'policy' } }) as Error
  expect(() => chosen.registers.add('Luz', puebla)).toThrow(policy)
  expect(() => chosen.registers.rename(oaxaca, 'Luz')).toThrow(policy)
  expect(() => chosen.registers.remove(oaxaca)).toThrow(policy)
  return chosen.dispose()
})
