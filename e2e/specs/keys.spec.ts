import { goTo } from '../pages/goto.ts'
import { expect, test } from '../support/test.ts'
import { touch, typeByTouch } from '../support/touch.ts'
import { addAna, beginSelling } from '../support/use-register.ts'

test('a clerk is added by touch alone: the keyboard stays between fields, moves nothing away, and closes with the dialog', async ({
  ready,
}) => {
  const { page } = ready
  await addAna(page)
  await beginSelling(page)
  await expect(page.getByRole('button', { name: 'Switch user' })).toBeVisible()
  await goTo(page, '/settings/clerks')
  await touch(page, page.getByRole('button', { name: 'Add clerk' }))
  const adding = page.getByRole('dialog', { name: 'Add clerk' })
  const keys = page.getByRole('group', { name: 'Keyboard' })
  await touch(page, adding.getByLabel('Name'))
  await typeByTouch(page, 'ben')
  await touch(page, adding.getByLabel('PIN', { exact: true }))
  await expect(keys).toBeVisible()
  await typeByTouch(page, '2709')
  await touch(page, adding.getByRole('button', { name: 'Add' }))
  await expect(page.getByText('ben', { exact: true })).toBeVisible()
  await expect(keys).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--keys'))).toBe('0px')
})
