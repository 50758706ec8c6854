import { expect, it } from 'vitest'
import type { EventName } from '../../../shared/contract.ts'
import { firstRequests, questionKey } from '../../../shared/app/first-questions.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { createPrefetch } from './prefetch.ts'
import type { Router } from './router.ts'
import { createPausableEmitter } from './page-emitter.ts'

function openPrefetch(refused: readonly string[] = [], app = scriptedApp) {
  const requests: unknown[] = []
  const emitted: EventName[] = []
  const router: Router = async (trusted, name) => {
    requests.push(name)
    if (!trusted || refused.includes(String(name))) return { ok: false, error: { code: 'not-allowed', message: '' } }
    return { ok: true, value: name === 'app.get' ? app : `answer to ${String(name)}` }
  }
  const pageEvents = createPausableEmitter((name) => void emitted.push(name))
  return { requests, emitted, emitToPage: pageEvents.emitToPage, prefetch: createPrefetch(router, pageEvents) }
}
const first = firstRequests(scriptedApp)

it('answers the shop’s first requests, except refused ones', async () => {
  const { prefetch } = openPrefetch(['catalog.changes'])
  await prefetch.begin()
  const answered = first.filter(([name]) => name !== 'catalog.changes')
  expect(answered).toHaveLength(first.length - 1)
  expect(prefetch.answers()).toEqual([
    [questionKey('app.get', undefined), scriptedApp],
    ...answered.map(([name, input]) => [questionKey(name, input), `answer to ${name}`]),
  ])
})

it.each([
  [[], 1],
  [['app.get'], 0],
])('requests no shop data before setup, or if the app’s state is refused: %j', async (refused, answers) => {
  const { prefetch, requests } = openPrefetch(refused, { ...scriptedApp, wallet: null })
  await prefetch.begin()
  expect([requests, prefetch.answers().length]).toEqual([['app.get'], answers])
})

it('queues events until the page’s first request, in order; then queues nothing and keeps no old answer', async () => {
  const { prefetch, emitted, emitToPage } = openPrefetch()
  emitToPage('app.changed', scriptedApp)
  const begun = prefetch.begin()
  emitToPage('catalog.changed', {} as never)
  await begun
  emitToPage('budget.changed', {} as never)
  await prefetch.request(false, 'app.get', undefined)
  expect([emitted, prefetch.answers().length]).toEqual([['app.changed'], first.length + 1])

  const answer = prefetch.request(true, 'budget.get', undefined)
  expect(emitted).toEqual(['app.changed', 'catalog.changed', 'budget.changed'])
  await answer
  await prefetch.pageRequested
  emitToPage('connection.changed', {} as never)
  expect([emitted.at(-1), prefetch.answers()]).toEqual(['connection.changed', []])
})

it('stops prefetching once a page sends a request', async () => {
  const { prefetch, requests } = openPrefetch()
  const begun = prefetch.begin()
  await prefetch.request(true, 'app.get', undefined)
  await begun
  // The page's own request, and the one before it.
  expect([requests, prefetch.answers()]).toEqual([['app.get', 'app.get'], []])
})
