// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { soon } from '../../../testing/soon.ts'

test('runs the work once main has answered all requests, successfully or not', async () => {
  // The client counts open requests; other tests leave some behind.
  vi.resetModules()
  const { request } = await import('../requests/client.ts')
  const { whenIdle } = await import('./when-idle.ts')
  window.requestIdleCallback = (work) => (work({ didTimeout: false, timeRemaining: () => 0 }), 0)
  const answers: ((value: unknown) => void)[] = []
  const till = { request: () => new Promise((resolve) => answers.push(resolve)), on: () => () => undefined }
  Object.defineProperty(window, 'till', { value: till, configurable: true })
  const work = vi.fn()
  whenIdle(work)
  expect(work).toHaveBeenCalledOnce()

  const requests = [request('catalog.status'), request('app.get').catch(() => undefined)]
  whenIdle(work)
  answers[0]?.({ ok: true, value: {} })
  await requests[0]
  expect(work).toHaveBeenCalledOnce()
  answers[1]?.({ ok: false, error: { code: 'offline', message: '' } })
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), soon)
})
