import { expect, test } from 'vitest'
import { draftProblems, newServiceDraft, profileOf } from './service-draft.ts'

const good = { ...newServiceDraft, baseUrl: ' https://shop.example/api ', integrator: ' corner ' }

test('what is missing or no number is named', () => {
  expect(draftProblems(good)).toEqual(new Set())
  expect(draftProblems({ ...newServiceDraft, requestsPerHour: '1.5' })).toEqual(
    new Set(['integrator', 'baseUrl', 'requestsPerHour']),
  )
})

test('an address that no path can be added to is a problem', () => {
  for (const end of ['?key=1', '/#top', ' and more'])
    expect(draftProblems({ ...good, baseUrl: `https://shop.example${end}` })).toEqual(new Set(['baseUrl']))
})

test('without a name the service is called by its host', () => {
  expect(profileOf(good, {}, '')).toMatchObject({
    name: 'shop.example',
    baseUrl: 'https://shop.example/api',
    integrator: 'corner',
  })
})

test('a token left as it was is not sent, an emptied one is', () => {
  expect('token' in profileOf(good, {}, undefined)).toBe(false)
  expect(profileOf(good, {}, '').token).toBe('')
})

test('settings that the form does not show are kept for the same service, and never taken over to another', () => {
  const base = { settleSeconds: 30, faucetUrl: 'https://shop.example/faucet' }
  const same = profileOf(good, { ...base, baseUrl: 'https://shop.example' }, undefined)
  expect(same).toMatchObject(base)
  const other = profileOf(good, { ...base, baseUrl: 'http://127.0.0.1:8080' }, undefined)
  expect(other.settleSeconds).toBeUndefined()
  expect(other.faucetUrl).toBeUndefined()
})

test('how the service is told the network is what the form says', () => {
  expect(profileOf(good, {}, undefined).intentChain).toBe('network-key')
  expect(profileOf({ ...good, intentChain: 'chain-id' }, {}, undefined).intentChain).toBe('chain-id')
})
