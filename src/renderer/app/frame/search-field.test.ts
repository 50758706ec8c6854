// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedVariants } from '../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const lumo = scriptedVariants.filter(({ brandSlug }) => brandSlug.startsWith('lumo'))
const field = (): HTMLElement => till.field(/^Search brands/)
const at = (): string | null => document.activeElement?.getAttribute('href') ?? null
const results = (list: number): string[] =>
  [...(document.querySelectorAll('[data-results] ul')[list]?.querySelectorAll('a') ?? [])].map(
    (link) => link.getAttribute('href') ?? '',
  )
async function press(key: string): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  await till.until(() => undefined)
  return event
}
async function openSearch(): Promise<void> {
  till = await mountTill('/shop?q=lumo&view=both', { variants: lumo })
  await till.until(() => expect(results(0)).toHaveLength(1))
  await till.until(() => expect(results(1).length).toBeGreaterThan(1))
  field().focus()
}

test('Tab leads from a search to its results, and from an empty field on', async () => {
  await openSearch()
  await press('Tab')
  expect(at()).toBe(results(0)[0])
  await till.type(/^Search brands/, '')
  field().focus()
  expect((await press('Tab')).defaultPrevented).toBe(false)
})

test('the arrows move from the field through every list of results, and back', async () => {
  await openSearch()
  await press('ArrowDown')
  expect(at()).toBe(results(0)[0])
  await press('ArrowDown')
  expect(at()).toBe(results(1)[0])
  await press('End')
  expect(at()).toBe(results(1).at(-1))
  await press('Home')
  await press('ArrowUp')
  expect(at()).toBe(results(0)[0])
  await press('ArrowUp')
  expect(document.activeElement).toBe(field())
})

test('Escape leads from the results back to the field, and empties it there', async () => {
  await openSearch()
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Escape')
  expect(document.activeElement).toBe(field())
  expect(till.path()).toBe('/shop?q=lumo&view=both')
  await press('Escape')
  await till.until(() => expect(till.path()).toBe('/shop?view=both'))
})
