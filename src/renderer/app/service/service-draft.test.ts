import { expect, test } from 'vitest'
import { draftProblems, newServiceDraft, profileOf } from './service-draft.ts'

const good = { ...newServiceDraft, baseUrl: ' https://shop.example/api ', integrator: ' corner ' }

test('what is missing or no number is named', () => {
  expect(draftProblems(good)).toEqual(new Set())
  expect(draftProblems({ ...newServiceDraft, requestsPerHour: '1.5' })).toEqual(
    new Set(['integrator', 'baseUrl', 'requestsPerHour']),
  )
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

test('settings of the profile that the form does not show are kept', () => {
  expect(profileOf(good, { settleSeconds: 30 }, undefined).settleSeconds).toBe(30)
})
