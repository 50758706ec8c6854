import { expect, it } from 'vitest'
import type { EventName } from '../../shared/contract.ts'
import { firstQuestions, questionKey } from '../../shared/app/first-questions.ts'
import { scriptedApp } from '../../testing/scripted/app.ts'
import { createAhead } from './answer-ahead.ts'
import type { Router } from './router.ts'
import { createHeldTell } from './teller.ts'

function openAhead(refused: readonly string[] = [], app = scriptedApp) {
  const asked: unknown[] = []
  const told: EventName[] = []
  const router: Router = async (trusted, name) => {
    asked.push(name)
    if (!trusted || refused.includes(String(name))) return { ok: false, error: { code: 'not-allowed', message: '' } }
    return { ok: true, value: name === 'app.get' ? app : `answer to ${String(name)}` }
  }
  const held = createHeldTell((name) => void told.push(name))
  return { asked, told, tell: held.tell, ahead: createAhead(router, held) }
}
const first = firstQuestions(scriptedApp)

it('answers what the shop asks first, but for what is refused', async () => {
  const { ahead } = openAhead(['catalog.changes'])
  await ahead.begin()
  const answered = first.filter(([name]) => name !== 'catalog.changes')
  expect(answered).toHaveLength(first.length - 1)
  expect(ahead.answers()).toEqual([
    [questionKey('app.get', undefined), scriptedApp],
    ...answered.map(([name, input]) => [questionKey(name, input), `answer to ${name}`]),
  ])
})

it.each([
  [[], 1],
  [['app.get'], 0],
])(
  'asks for nothing of the shop before Till is set up, nor where how it stands is refused: %j',
  async (refused, answers) => {
    const { ahead, asked } = openAhead(refused, { ...scriptedApp, wallet: null })
    await ahead.begin()
    expect([asked, ahead.answers().length]).toEqual([['app.get'], answers])
  },
)

it('what is told meanwhile waits for the page’s own first question, in its order; then nothing waits, and no answer is old', async () => {
  const { ahead, told, tell } = openAhead()
  tell('app.changed', scriptedApp)
  const begun = ahead.begin()
  tell('catalog.changed', {} as never)
  await begun
  tell('budget.changed', {} as never)
  await ahead.request(false, 'app.get', undefined)
  expect([told, ahead.answers().length]).toEqual([['app.changed'], first.length + 1])

  const answer = ahead.request(true, 'budget.get', undefined)
  expect(told).toEqual(['app.changed', 'catalog.changed', 'budget.changed'])
  await answer
  await ahead.asked
  tell('connection.changed', {} as never)
  expect([told.at(-1), ahead.answers()]).toEqual(['connection.changed', []])
})

it('once a page asks, nothing more is answered ahead', async () => {
  const { ahead, asked } = openAhead()
  const begun = ahead.begin()
  await ahead.request(true, 'app.get', undefined)
  await begun
  // The page's own, and what was asked before that.
  expect([asked, ahead.answers()]).toEqual([['app.get', 'app.get'], []])
})
