// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { ExternalPaymentView } from '../../../../shared/external/views.ts'
import { scriptedArrival, scriptedExternal } from '../../../../testing/fixtures/external.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const asked = scriptedExternal()
const open = async (given: Partial<ExternalPaymentView>): Promise<MountedTill> =>
  mountTill(`/purchases/external/${asked.id}`, { external: [structuredClone({ ...asked, ...given })] })
const shows = (words: string | RegExp) => till.until(() => expect(till.text()).toMatch(words))

test.each([
  ['stopped', 'stopped'],
  ['late', 'late'],
  ['unclear', 'waiting'],
] as const)('does not call a payment that is %s another amount', async (reason, state) => {
  till = await open({ state, arrivals: [scriptedArrival(reason, { amount: '11.05' })] })
  await shows('A payment arrived that needs your answer. Don’t pay again before you say below what it is.')
  expect(till.text()).not.toContain('isn’t exactly')
})

test('does not call a purchase paid that ended unpaid', async () => {
  till = await open({ state: 'paid', arrivals: [scriptedArrival('unpaid')] })
  await shows('This purchase ended unpaid, and a payment arrived after that. Answer below.')
  expect(till.text()).not.toContain('This purchase is paid')
})
