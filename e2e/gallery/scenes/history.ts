import { said } from '../said.ts'
import { scriptedSpending } from '../../../src/testing/fixtures/spending.ts'
import type { Scene } from './scene.ts'

const purchase = '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000002'
const known = ['family', 'work', 'trip to Oaxaca']

/** Scenes of the user's own history: spending, exports and notes. */
export const historyScenes: Scene[] = [
  {
    name: 'spending',
    path: '/spending',
    prepare(script) {
      script['bookkeeping.month'] = scriptedSpending()
    },
  },
  { name: 'spending-none', path: '/spending' },
  {
    name: 'export-purchases',
    path: '/purchases',
    async act(page) {
      await page.getByRole('button', { name: said(({ bookkeeping }) => bookkeeping.export.open) }).click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('radio', { name: said(({ exports }) => exports.whole) }).click()
      await page.getByRole('radio', { name: said(({ bookkeeping }) => bookkeeping.export.days) }).click()
    },
  },
  {
    name: 'note',
    path: purchase,
    prepare(script) {
      script['notes.get'] = {
        note: 'For Lupe’s new phone.\nShe pays half of it back in December.',
        tags: ['family', 'trip to Oaxaca'],
        known,
      }
    },
  },
  {
    name: 'note-add',
    path: purchase,
    prepare(script) {
      script['notes.get'] = { note: '', tags: [], known }
    },
    async act(page) {
      await page.getByRole('button', { name: said(({ notes }) => notes.add) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
