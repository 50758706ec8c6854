// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, expect, test, vi } from 'vitest'
import type { ErrorView } from '../../../shared/errors.ts'
import { createI18nPlugin, setLocale } from './i18n.ts'
import { useErrorMessages } from './use-error-messages.ts'

enableAutoUnmount(afterEach)
afterEach(() => void vi.useRealTimers())

/** Returns the message of an error that another version of main may have sent. */
async function show(error: { code: string; details?: object }): Promise<{ text(): string }> {
  const plugin = createI18nPlugin()
  await setLocale(plugin, 'en')
  return mount(
    {
      setup: () => ({ messages: useErrorMessages(), error: error as ErrorView }),
      template: '{{ messages.of(error) }}',
    },
    { global: { plugins: [createPinia(), plugin] } },
  )
}
const messageOf = async (error: Parameters<typeof show>[0]): Promise<string> => (await show(error)).text()

test('says a known reason', async () => {
  expect(await messageOf({ code: 'not-allowed', details: { reason: 'outdated' } })).toBe(
    'This has changed in the meantime. Nothing more was signed. Check where it stands now.',
  )
})

test('says the message of the code for a reason that only another version knows', async () => {
  expect(await messageOf({ code: 'not-allowed', details: { reason: 'of-tomorrow' } })).toBe(
    'This isn’t possible right now.',
  )
})

test('says that something went wrong for a code that only another version knows', async () => {
  for (const details of [{}, { reason: 'of-tomorrow' }])
    expect(await messageOf({ code: 'of-tomorrow', details })).toBe(
      'Something went wrong in Till. Your coins and purchases are safe. Try again.',
    )
})

test('says on its own when the wait that it named is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const shown = await show({ code: 'service-rate-limited', details: { until: Date.now() + 60_000 } })
  expect(shown.text()).toContain('The service asked Till to wait until')
  await vi.advanceTimersByTimeAsync(75_000)
  expect(shown.text()).toBe('The wait is over. Try again.')
})
