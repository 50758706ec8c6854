import type { Scene } from './scene.ts'

export const peopleScenes: Scene[] = [
  { name: 'people', path: '/people' },
  {
    name: 'people-empty',
    path: '/people',
    prepare(script) {
      script.people = []
    },
  },
  {
    name: 'people-add',
    path: '/people',
    async act(page) {
      await page.locator('main header button[aria-haspopup]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-change',
    path: '/people',
    async act(page) {
      await page.getByRole('button', { name: /^(?:Edit|Editar a) Ana$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-remove',
    path: '/people',
    async act(page) {
      await page.getByRole('button', { name: /^(?:Remove|Quitar a) Ana$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
