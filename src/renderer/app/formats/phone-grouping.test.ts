import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, it } from 'vitest'
import { groupInternational } from '../../../main/people/group-international.ts'
import { loadPhoneGrouping } from './phone-grouping.ts'

it('groups a number of any country as main does, so that all screens show it alike', async () => {
  const group = await loadPhoneGrouping()
  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? [])
  expect(numbers.length).toBeGreaterThan(200)
  expect(numbers.map(group)).toEqual(numbers.map(groupInternational))
  expect(numbers.map(group)).not.toEqual(numbers)
})
