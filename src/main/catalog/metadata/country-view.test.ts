import { expect, test } from 'vitest'
import { countryShape } from '../../service/operations/list-countries.ts'
import { toCountryView } from './country-view.ts'

const viewOf = (status: unknown) =>
  toCountryView(countryShape.parse({ name: 'Mexico', isoAlpha2: 'MX', isoAlpha3: 'MEX', status }), 0)

test.each(['inactive', 'INACTIVE', ' in-active ', 'not_active', 'disabled', 'suspended', false])(
  'a country whose status is %o is not active',
  (status) => expect(viewOf(status).inactive).toBe(true),
)

test.each(['active', 'ACTIVE', '', undefined, null, 'officially-assigned', 'coming soon', true])(
  'a country whose status is %o is not marked inactive',
  (status) => expect(viewOf(status).inactive).toBe(false),
)
