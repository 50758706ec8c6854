import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, nextTick, type EffectScope } from 'vue'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { useAppStore } from '../stores/app-store.ts'
import { useBriefSecret } from './use-brief-secret.ts'

let screen: EffectScope
beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
  screen = effectScope()
})
afterEach(() => {
  screen.stop()
  vi.useRealTimers()
})

test('keeps a secret for a minute, less if Till locks or the screen is left', async () => {
  const app = useAppStore()
  app.app = { ...scriptedApp, locked: false }
  const { secret, keep } = screen.run(() => useBriefSecret<string>()) ?? expect.fail('No scope')
  keep('words')
  vi.advanceTimersByTime(59_999)
  expect(secret.value).toBe('words')
  vi.advanceTimersByTime(1)
  expect(secret.value).toBeNull()

  keep('words')
  app.app = { ...scriptedApp, locked: true }
  await nextTick()
  expect(secret.value).toBeNull()

  keep('words')
  screen.stop()
  expect(secret.value).toBeNull()
})
