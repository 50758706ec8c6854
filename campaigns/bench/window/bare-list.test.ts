// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { showBareList } from './bare-list.ts'

it('the bare list is as high as all its rows, and renders only those near the screen', () => {
  showBareList(50_000, 73, 600)
  const list = document.body.firstElementChild as HTMLElement
  const names = (): string[] => [...list.children].map((row) => row.lastElementChild?.textContent ?? '')
  expect(list.style.height).toBe(`${50_000 * 73}px`)
  const atTop = Math.ceil((innerHeight + 600) / 73)
  expect(names()).toEqual(Array.from({ length: atTop }, (_, index) => `Product ${index}`))
  window.scrollTo(0, 73 * 1_000)
  dispatchEvent(new Event('scroll'))
  expect(names()).toContain('Product 1000')
  expect(names()).not.toContain('Product 0')
  expect(names().length).toBeLessThan(atTop + 20)
})
