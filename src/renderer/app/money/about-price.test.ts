// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const main = (): string => document.querySelector('main')?.textContent ?? ''

test('a price in other money shows about what it is in the money of the country and in the coin held', async () => {
  till = await mountTill('/brand/vireo')
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ MX\$175\.28 ≈ 9\.50 USDC/))
})

test('without a rate only the coins are shown, and never 0', async () => {
  till = await mountTill('/brand/vireo', { 'catalog.rates': {} })
  await till.until(() => till.button(/^\$9\.50 5 GB 30 days ≈ 9\.50 USDC/))
  expect(main()).not.toMatch(/≈ \D*0(?:\.0+)?\b(?!\.)/)
})
