// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import WordList from './WordList.vue'

test('the words of a wallet are said to be English, so that a Spanish screen reader reads them as such', () => {
  const wrapper = mount(WordList, { props: { words: ['final', 'abandon'], label: 'Palabras' } })
  const english = wrapper.findAll('[lang="en"]').map((word) => word.text())
  expect(english).toEqual(['final', 'abandon'])
})
