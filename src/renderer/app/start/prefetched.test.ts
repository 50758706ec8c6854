// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { createScriptedBridge } from '../../../testing/scripted/bridge.ts'
import { firstRequests, questionKey, type Question } from '../../../shared/app/first-questions.ts'
import { readPrefetched } from './prefetched.ts'
import { request } from '../requests/client.ts'
import { mountTill } from '../../../testing/renderer/mount-till.ts'

const bridge = { request: vi.fn(), on: () => () => undefined }
beforeEach(() => {
  bridge.request.mockReset().mockResolvedValue({ ok: true, value: 'asked' })
  Object.defineProperty(window, 'till', { value: bridge, configurable: true })
})
afterEach(() => (document.head.innerHTML = ''))

function putIntoPage(answers: readonly (readonly [string, unknown])[]): void {
  const block = document.createElement('script')
  Object.assign(block, { type: 'application/json', id: 'prefetched', textContent: JSON.stringify(answers) })
  document.head.append(block)
}

const changes = (limit: number) => request('catalog.changes', { limit, kind: null })
const ahead = [
  [questionKey('catalog.changes', { kind: null, limit: 1 }), 'prefetched'],
  [questionKey('app.get', undefined), 'prefetched'],
] as const

it('returns a prefetched answer once, and removes it from the page', async () => {
  putIntoPage(ahead)
  readPrefetched()
  expect(document.getElementById('prefetched')).toBeNull()
  expect([await changes(1), await request('app.get')]).toEqual(['prefetched', 'prefetched'])
  expect(bridge.request).not.toHaveBeenCalled()
  expect([await changes(1), await request('app.get')]).toEqual(['asked', 'asked'])
})

it('uses no prefetched answer after the first request to main', async () => {
  putIntoPage(ahead)
  readPrefetched()
  expect([await changes(2), await changes(1), await request('app.get')]).toEqual(['asked', 'asked', 'asked'])
})

it.each(['brands', 'products', null] as const)(
  'shows the start page of the shop without asking main: %s',
  async (shopView) => {
    const app = { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: 'MX', shopView } }
    const script = createScriptedBridge({ app })
    const questions: Question[] = [['app.get', undefined], ...firstRequests(app)]
    const answers = questions.map(async ([name, input]) => {
      const reply = await script.bridge.request(name, input)
      return [questionKey(name, input), reply.ok && reply.value] as const
    })
    putIntoPage(await Promise.all(answers))
    const till = await mountTill('/shop', { app, hangs: new Set(questions.map(([name]) => name)) })
    await till.until(() => till.button(shopView === 'products' ? /^Lumo Móvil .*100/ : /^Lumo Móvil/))
    expect(till.text()).toContain('Catalog as of')
    till.close()
  },
)
