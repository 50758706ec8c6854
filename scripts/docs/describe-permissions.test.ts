import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { events, requests } from '../../src/shared/contract.ts'
import { describePermissions, permissionsFile } from './describe-permissions.ts'

let described: string
beforeAll(async () => {
  described = await describePermissions()
})

it('docs/permissions.md matches the code: `npm run permissions` generates it again', () => {
  expect(readFileSync(permissionsFile, 'utf8')).toBe(described)
})

it('lists every request and event once, with its least role and the comment of the contract', () => {
  const rows = [...described.matchAll(/^\| `(\S+)` +\| (customer|nobody|clerk|manager) +\| [A-Z`]/gm)]
  expect(rows.map(([, name]) => name).toSorted()).toEqual([...Object.keys(requests), ...Object.keys(events)].toSorted())
  expect(described).toMatch(/`checkout.confirm` +\| manager +\| Authorizes exactly the quote that was shown/)
})
