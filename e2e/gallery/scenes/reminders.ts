import { said } from '../said.ts'
import { dayAt, stepPeriod } from '../../../src/shared/periods.ts'
import { scriptedPurchase } from '../../../src/testing/fixtures/purchases.ts'
import { scriptedReminder } from '../../../src/testing/fixtures/reminders.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'
import type { Scene } from './scene.ts'

const delivered = '0b6c1f5e-6a53-4c0f-9a10-000000000002'
const inDays = (days: number): string => stepPeriod(dayAt(Date.now()), days)

function prepare(script: Script): void {
  const vireo = { brandName: 'Vireo Travel', productType: 'esim', reference: 'lupe@example.com' }
  const topUp = (number: number, reference: string) => scriptedPurchase(number, 'delivered', 40_000, { reference })
  script.reminders = [
    scriptedReminder(topUp(80, '+525512345678'), { dueOn: inDays(-2) }),
    scriptedReminder(topUp(81, '+523312345678'), { schedule: { kind: 'month' }, dueOn: inDays(0), gone: true }),
    scriptedReminder(scriptedPurchase(82, 'delivered', 30_000, vireo), {
      schedule: { kind: 'end', lastDay: inDays(10), daysBefore: 3 },
      dueOn: inDays(7),
    }),
    scriptedReminder(topUp(83, '+525511112222')),
  ]
  // The page of a reminder's purchase has it too.
  script.purchases = [...script.purchases, scriptedPurchase(82, 'delivered', 30_000, vireo)]
}

export const reminderScenes: Scene[] = [
  { name: 'reminders', path: '/reminders', prepare },
  { name: 'reminders-none', path: '/reminders' },
  { name: 'reminders-due', path: '/purchases', prepare },
  {
    name: 'reminders-set',
    path: `/purchases/${delivered}`,
    async act(page) {
      await page.getByRole('button', { name: said(({ reminders }) => reminders.add) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'reminders-today',
    path: '/purchases/0b6c1f5e-6a53-4c0f-9a10-000000000082',
    prepare: (script) => {
      prepare(script)
      script.reminders = []
    },
    async act(page) {
      await page.getByRole('button', { name: said(({ reminders }) => reminders.add) }).click()
      await page.getByLabel(said(({ reminders }) => reminders.lastDay)).fill(inDays(1))
      await page.getByText(said(({ reminders }) => reminders.nextToday)).waitFor()
    },
  },
  {
    name: 'reminders-change',
    path: '/reminders',
    prepare,
    async act(page) {
      await page.getByRole('button', { name: /Vireo/ }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
