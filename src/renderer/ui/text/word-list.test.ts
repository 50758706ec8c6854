// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import WordList from './WordList.vue'

test('marks the recovery phrase as English, for Spanish screen readers', () => {
  const wrapper = mount(WordList, { props: { words: ['final', 'abandon'], label: 'Palabras' } })
  const english = wrapper.findAll('[lang="en"]').map((word) => word.text())
  expect(english).toEqual(['final', 'abandon'])
})
