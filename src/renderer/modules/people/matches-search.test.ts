import { expect, test } from 'vitest'
import { matchesSearch } from './matches-search.ts'

const marie = { name: 'Marie Dubois', phones: ['+33612345678'], emails: ['marie@example.org'] }

test.each(['06', '0612', '06 12 34 56 78', '0033612345678', '+33 6 12', '612', '345', 'dubois', 'MARIE@'])(
  '“%s” finds a person with that name, number or e-mail address',
  (search) => expect(matchesSearch(marie, search)).toBe(true),
)

test.each(['07', '0034', '0345', 'ana'])('“%s” finds nobody else', (search) =>
  expect(matchesSearch(marie, search)).toBe(false),
)
