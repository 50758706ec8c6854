// @vitest-environment happy-dom
import { reactive } from 'vue'
import { expect, test } from 'vitest'
import type { Reply } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { onEvent, request } from './client.ts'

function answerWith(reply: Reply): unknown[] {
  const sent: unknown[] = []
  const bridge = {
    request: (_: string, input: unknown) => {
      sent.push(input)
      return Promise.resolve(reply)
    },
    on: () => () => undefined,
  }
  Object.defineProperty(window, 'till', { value: bridge, configurable: true })
  return sent
}

test('returns the value', async () => {
  answerWith({ ok: true, value: { score: 3 } })
  expect(await request('vault.strength', { password: 'x' })).toEqual({ score: 3 })
})

test('throws an AppError with code and details', async () => {
  answerWith({ ok: false, error: { code: 'throttled', message: 'm', details: { until: 5 } } })
  await expect(request('app.get')).rejects.toMatchObject({ code: 'throttled', details: { until: 5 } })
  await expect(request('app.get')).rejects.toBeInstanceOf(AppError)
})

test('sends reactive values as plain copies', async () => {
  const sent = answerWith({ ok: true, value: { reference: null, problems: [] } })
  await request('checkout.check', { sku: 's', reference: 'r', fields: reactive({ a: 'b' }) })
  expect(structuredClone(sent)).toEqual([{ sku: 's', reference: 'r', fields: { a: 'b' } }])
})

test('calling the returned function stops listening', () => {
  let stopped = 0
  Object.defineProperty(window, 'till', { value: { on: () => () => (stopped += 1) }, configurable: true })
  onEvent('budget.changed', () => undefined)()
  expect(stopped).toBe(1)
})
