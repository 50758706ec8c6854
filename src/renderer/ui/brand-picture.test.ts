// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import BrandPicture from './BrandPicture.vue'

test('a picture that can not be had gives way to the brand’s letters, until there is another one', async () => {
  const wrapper = mount(BrandPicture, { props: { name: 'Nimbus Mobile', src: '/image/gone' } })
  expect(wrapper.text()).toBe('')
  await wrapper.get('img').trigger('error')
  expect(wrapper.find('img').exists()).toBe(false)
  expect(wrapper.text()).toBe('NM')
  await wrapper.setProps({ src: '/image/there' })
  expect(wrapper.get('img').attributes('src')).toBe('/image/there')
})
