// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import UiSelect from './UiSelect.vue'

test('keeps Escape from the dialog around it only while its list is open', () => {
  const options = [{ value: 'food', label: 'Food' }]
  const wrapper = mount(UiSelect, {
    attachTo: document.body,
    props: { label: 'Category', options, modelValue: 'food' },
  })
  const heard: string[] = []
  const listen = ({ target }: KeyboardEvent): unknown => target instanceof Element && heard.push(target.tagName)
  window.addEventListener('keydown', listen)
  for (const name of ['option', 'select'])
    document.querySelector(name)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  window.removeEventListener('keydown', listen)
  wrapper.unmount()
  expect(heard).toEqual(['SELECT'])
})
