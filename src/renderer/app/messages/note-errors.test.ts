// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import { createScriptedBridge } from '../../../testing/scripted/bridge.ts'
import { noteErrors } from './note-errors.ts'

it('reports errors of the page without their messages, and at most twenty', () => {
  const { bridge, requests } = createScriptedBridge({})
  Object.defineProperty(window, 'till', { value: bridge, configurable: true })
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const app = createApp({})
  noteErrors(app)
  const error = new TypeError('5512345678 is not a number')
  app.config.errorHandler?.(error, null, '')
  expect(requests).toEqual([{ name: 'support.noteError', input: { name: 'TypeError', stack: expect.any(String) } }])
  expect(requests[0]?.input).toMatchObject({ stack: expect.stringMatching(/note-errors\.test\.ts/) })
  expect(JSON.stringify(requests)).not.toContain('5512345678')
  for (let times = 0; times < 30; times++) window.dispatchEvent(new ErrorEvent('error', { error }))
  expect(requests).toHaveLength(20)
  silenced.mockRestore()
})
