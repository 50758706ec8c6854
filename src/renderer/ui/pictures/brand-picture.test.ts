// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import BrandPicture from './BrandPicture.vue'

test('replaces a picture that fails to load by the brand’s letters, until the address changes', async () => {
  const wrapper = mount(BrandPicture, { props: { name: 'Nimbus Mobile', src: '/image/gone' } })
  expect(wrapper.text()).toBe('')
  await wrapper.get('img').trigger('error')
  expect(wrapper.find('img').exists()).toBe(false)
  expect(wrapper.text()).toBe('NM')
  await wrapper.setProps({ src: '/image/there' })
  expect(wrapper.get('img').attributes('src')).toBe('/image/there')
})
