import { goTo } from '../../pages/goto.ts'
import { buy, topUp, untilStatus } from '../../support/buy.ts'
import { openInbox } from '../../support/open-inbox.ts'
import { expect, test } from '../../support/test.ts'

test(
  'a paid purchase waits for its delivery, and says that Till can be closed meanwhile',
  {
    tag: '@status:on-its-way',
  },
  async ({ shared, control }) => {
    const { page } = shared
    await control.settings({ deliverySeconds: 600 })
    const id = await buy(page, topUp)
    await goTo(page, `/purchases/${id}`)
    await expect(page.getByRole('heading', { name: / on its way to /, level: 1 })).toBeVisible()
    await expect(page.getByText('You can close Till. Nothing is lost.')).toBeVisible()
    await control.advance(600)
    await page.getByRole('button', { name: 'Check now' }).click()
    await untilStatus(page, id, 'delivered')
  },
)

test(
  'a wrong product in the service’s books raises one question, with a proof for its support',
  {
    tag: '@reason:registered-differently',
  },
  async ({ shared, control }) => {
    const { page } = shared
    await control.settings({ deliverySeconds: 1 })
    for (const operation of ['registerTransaction', 'getTransaction']) {
      await control.fault({ operation, kind: 'patch', changes: { sku: 'other_US_9-I' }, times: 9 })
    }
    const id = await buy(page, topUp)
    const card = await openInbox(page, 'Recorded incorrectly')
    await card.getByRole('button', { name: 'Save proof' }).click()
    await expect(card.getByText(/^Saved as /)).toBeVisible()
    await card.getByRole('button', { name: 'I’ll take care of it' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await untilStatus(page, id, 'delivered')
  },
)
