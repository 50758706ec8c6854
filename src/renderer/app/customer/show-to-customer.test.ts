// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomerShown } from '../../../shared/kiosk/customer-views.ts'

const check = (reference: string): CustomerShown => ({ kind: 'check', sku: null, reference, price: null })
const face = { kind: 'check', product: null, reference: null, price: null }

let asked: CustomerShown[]
let answers: ((reply: unknown) => void)[]
/** The module has the calls of the page in it, so each test has its own. */
async function load() {
  vi.resetModules()
  setActivePinia(createPinia())
  const { showToCustomer, useCustomerStore } = await import('./show-to-customer.ts')
  return { showToCustomer, store: useCustomerStore() }
}
async function answer(reply: unknown): Promise<void> {
  answers.shift()?.(reply)
  await flushPromises()
}
beforeEach(() => {
  asked = []
  answers = []
  const request = (_name: string, input: CustomerShown): Promise<unknown> => {
    asked.push(input)
    return new Promise((resolve) => answers.push(resolve))
  }
  Object.defineProperty(window, 'till', { value: { request, on: () => () => undefined }, configurable: true })
})

test('sends the first and the last of quick calls, and nothing twice', async () => {
  const { showToCustomer, store } = await load()
  for (const reference of ['+5', '+52', '+525', '+525']) showToCustomer(check(reference))
  expect(asked).toEqual([check('+5')])
  await answer({ ok: true, value: { face: { kind: 'idle' }, onDisplay: false } })
  await answer({ ok: true, value: { face, onDisplay: true } })
  expect(asked).toEqual([check('+5'), check('+525')])
  expect([store.face, store.onDisplay]).toEqual([face, true])
})

test('never throws, and clears what is shown if main refuses', async () => {
  const { showToCustomer, store } = await load()
  showToCustomer(check('+52'))
  await answer({ ok: true, value: { face, onDisplay: true } })
  showToCustomer({ ...check('+525'), sku: 'gone' } as CustomerShown)
  await answer({ ok: false, error: { code: 'not-found', message: '' } })
  expect(asked.at(-1)).toEqual({ kind: 'idle' })
  expect(store.face).toEqual({ kind: 'idle' })
  await answer({ ok: false, error: { code: 'internal', message: '' } })
  showToCustomer({ kind: 'idle' })
  await answer({ ok: false, error: { code: 'internal', message: '' } })
  expect(asked.slice(2)).toEqual([{ kind: 'idle' }, { kind: 'idle' }])
})
