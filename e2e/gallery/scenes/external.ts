import { arrivalReasons } from '../../../src/shared/external/views.ts'
import { scriptedArrival, scriptedExternal } from '../../../src/testing/fixtures/external.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import { purchaseWithQuestion } from './purchase-with-question.ts'
import type { Scene } from './scene.ts'

const path = '/purchases/external/0b6c1f5e-6a53-4c0f-9a10-0000000000e1'
const asking = (script: Script): void => void (script.external = [scriptedExternal()])

export const externalScenes: Scene[] = [
  { name: 'external', path, prepare: asking },
  {
    name: 'external-late',
    path,
    prepare(script) {
      const past = new Date(Date.now() - 60_000).toISOString()
      script.external = [scriptedExternal({ state: 'late', holdsUntil: past, alike: 1 })]
    },
  },
  {
    name: 'external-question',
    path,
    prepare: (script) => void (script.external = [scriptedExternal({ arrivals: [scriptedArrival('too-little')] })]),
  },
  {
    name: 'external-unused',
    path,
    prepare(script) {
      script.external = [scriptedExternal({ state: 'stopped', unused: [scriptedArrival('too-little')] })]
    },
  },
  {
    name: 'external-stop',
    path,
    prepare: asking,
    async act(page) {
      await page.locator('main .lucide-trash-2').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'external-refused',
    path: `/purchases/${purchaseWithQuestion('registration-rejected').id}`,
    prepare(script) {
      const purchase = purchaseWithQuestion('registration-rejected')
      script.purchases = [{ ...purchase, externalAsked: '11.050001' }]
    },
  },
  { name: 'external-purchases', path: '/purchases', prepare: asking },
  {
    name: 'external-attention',
    shows: 'reason:external-payment',
    path: '/attention',
    prepare(script) {
      script.external = [scriptedExternal({ arrivals: arrivalReasons.map((reason) => scriptedArrival(reason)) })]
    },
  },
]
