import { expect, test } from 'vitest'
import { draftProblems, newServiceDraft, profileOf } from './service-draft.ts'

const good = { ...newServiceDraft, baseUrl: ' https://shop.example/api ', integrator: ' corner ' }

test('names fields that are missing or not a number', () => {
  expect(draftProblems(good)).toEqual(new Set())
  expect(draftProblems({ ...newServiceDraft, requestsPerHour: '1.5' })).toEqual(
    new Set(['integrator', 'baseUrl', 'requestsPerHour']),
  )
})

test('rejects an address that cannot take a path', () => {
  for (const end of ['?key=1', '/#top', ' and more'])
    expect(draftProblems({ ...good, baseUrl: `https://shop.example${end}` })).toEqual(new Set(['baseUrl']))
})

test('rejects an address that Till never talks to: http elsewhere, and one with a password', () => {
  for (const baseUrl of ['http://shop.example', 'https://me:secret@shop.example', 'https://shop.example:port'])
    expect(draftProblems({ ...good, baseUrl })).toEqual(new Set(['baseUrl']))
  expect(draftProblems({ ...good, baseUrl: 'http://127.0.0.1:4010' })).toEqual(new Set())
})

test('names a service without a name by its host', () => {
  expect(profileOf(good, {}, '')).toMatchObject({
    name: 'shop.example',
    baseUrl: 'https://shop.example/api',
    integrator: 'corner',
  })
})

test('omits an unchanged token, and sends an emptied one', () => {
  expect('token' in profileOf(good, {}, undefined)).toBe(false)
  expect(profileOf(good, {}, '').token).toBe('')
})

test('keeps settings without a field for the same service, and never for another', () => {
  const base = { deliverySeconds: 30, faucetUrl: 'https://shop.example/faucet' }
  const same = profileOf(good, { ...base, baseUrl: 'https://shop.example' }, undefined)
  expect(same).toMatchObject(base)
  const other = profileOf(good, { ...base, baseUrl: 'http://127.0.0.1:8080' }, undefined)
  expect(other.deliverySeconds).toBeUndefined()
  expect(other.faucetUrl).toBeUndefined()
})

test('codes are taken from answers only if the form says so', () => {
  const base = { baseUrl: 'https://shop.example', returnsCodes: true }
  expect(profileOf(good, base, undefined).returnsCodes).toBe(false)
  expect(profileOf({ ...good, returnsCodes: true }, {}, undefined).returnsCodes).toBe(true)
})

test('the form decides how requests name the network', () => {
  expect(profileOf(good, {}, undefined).intentChain).toBe('network-key')
  expect(profileOf({ ...good, intentChain: 'chain-id' }, {}, undefined).intentChain).toBe('chain-id')
})
