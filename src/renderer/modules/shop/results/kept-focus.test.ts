// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { createApp, defineComponent, h, nextTick, ref } from 'vue'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'
import { useKeptFocus } from './use-kept-focus.ts'

let till: MountedTill | undefined
afterEach(() => till?.close())

const sold = (letters: string) =>
  [...letters].map((letter) =>
    scriptedVariant({ sku: letter, brandSlug: letter, brandName: `Sol ${letter}`, supportedCountries: ['MX'] }),
  )
const results = () => [...document.querySelectorAll<HTMLElement>('[data-results] [data-index] a')]
const productOf = (link: Element | null) => /checkout\/([a-z])/.exec(link?.getAttribute('href') ?? '')?.[1]
/** Searches where six brands are sold, and puts the focus on the product `c`. */
async function openAtResult(): Promise<MountedTill> {
  const page = (till = await mountTill('/shop?q=so', { variants: sold('abcdef') }))
  await page.until(() => {
    results()
      .find((link) => productOf(link) === 'c')
      ?.focus()
    expect(productOf(document.activeElement)).toBe('c')
  })
  return page
}
async function answerAnew(page: MountedTill, text: string, letters: string, links: number): Promise<void> {
  page.scripted.script.variants = sold(letters)
  await page.router.push(`/shop?q=${text}`)
  await page.until(() => expect(results()).toHaveLength(links))
}

test('keeps the focus on a result when a newer answer moves or omits it, else on the first', async () => {
  const page = await openAtResult()
  // Two brands come above their products; six come after the best products.
  await answerAnew(page, 'sol', 'bc', 4)
  expect(productOf(document.activeElement)).toBe('c')
  await answerAnew(page, 'so', 'xyc', 6)
  expect(productOf(document.activeElement)).toBe('c')
  await answerAnew(page, 'sox', '', 0)
  await page.until(() => expect(page.text()).toContain('No results'))
  await answerAnew(page, 'so', 'wcx', 6)
  expect(productOf(document.activeElement)).toBe('c')
  await answerAnew(page, 's', 'defghi', 12)
  expect(productOf(document.activeElement)).toBe('d')
})

test('does not bring the focus back to a result that the person left', async () => {
  const page = await openAtResult()
  await answerAnew(page, 'sol', 'bc', 4)
  ;(document.activeElement as HTMLElement).blur()
  await answerAnew(page, 'so', 'xyc', 6)
  expect(document.activeElement).toBe(document.body)
})

test('forgets a result that no answer has any more once the person does something else', async () => {
  const page = await openAtResult()
  await answerAnew(page, 'sox', '', 0)
  await page.until(() => expect(page.text()).toContain('No results'))
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await answerAnew(page, 'so', 'wcx', 6)
  expect(document.activeElement).toBe(document.body)
})

test('leaves the focus to what takes it in the same change', async () => {
  const answer = ref(0)
  const page = defineComponent(() => {
    const root = ref<HTMLElement | null>(null)
    useKeptFocus(root)
    const focus = ({ el }: { el: unknown }): void => (el as HTMLElement).focus()
    const list = () => h('ul', { key: answer.value }, h('li', { 'data-index': 0 }, h('a', { href: '#/checkout/c' })))
    return () =>
      h('div', { ref: root }, [
        h('input', { title: answer.value, onVnodeUpdated: focus }),
        h('div', { 'data-results': '' }, list()),
      ])
  })
  const app = createApp(page)
  app.mount(document.body.appendChild(document.createElement('div')))
  document.querySelector<HTMLElement>('a')?.focus()
  expect(document.activeElement?.tagName).toBe('A')
  answer.value = 1
  await nextTick()
  await nextTick()
  expect(document.activeElement?.tagName).toBe('INPUT')
  app.unmount()
})
