import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualPatience } from '../../src/shared/services/profile.ts'
import { openTestSandbox, type TestSandbox } from '../../src/testing/purchases/context.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import { realNodeFaults } from '../world/rpc/draw-real-network.ts'
import { atOnce } from './at-once.ts'
import { badAnswers, congestions, duplicates, type BadAnswer } from './bad-answers.ts'
import { openBuyer, type Ended } from './buyer.ts'
import { openElsewhere, type Elsewhere } from './elsewhere.ts'

interface Case {
  readonly name: string
  readonly faults: readonly BadAnswer['fault'][]
}

const AT_ONCE = 24
const vitals: Readonly<Record<string, string>> = {
  registerTransaction: 'transactionId',
  getTransaction: 'transactionId',
  listTransactions: 'transactions',
}

/** Answers that the service sends only after it has done its work. */
const late = ['truncated-json', 'cut-off', 'slow-drip', 'wrong-types', 'missing-fields']

function casesOf(elsewhere: string): Case[] {
  const bad = (operation: string): readonly BadAnswer[] =>
    badAnswers({ now: Date.now(), elsewhere, vital: vitals[operation] ?? '' })
  const register = (fault: BadAnswer['fault'], times: number): BadAnswer['fault'] => ({
    ...fault,
    operation: 'registerTransaction',
    times,
  })
  const both = (name: string, fault: BadAnswer['fault']): Case[] => [
    { name: `a registration answered three times with ${name}`, faults: [register(fault, 3)] },
    ...(late.includes(String(fault.kind))
      ? []
      : [
          {
            name: `a registration that took effect, answered with ${name}`,
            faults: [register({ ...fault, afterEffect: true }, 1)],
          },
        ]),
  ]
  const lost = register({ kind: 'reset', afterEffect: true }, 1)
  return [
    ...bad('registerTransaction').flatMap(({ name, fault }) => both(name, fault)),
    ...duplicates.flatMap((fault, index) => both(`"duplicate", spelling ${index + 1}`, fault)),
    ...congestions.flatMap((fault, index) => both(`"retry the spend", spelling ${index + 1}`, fault)),
    ...both('400 that says nothing', { kind: 'status', status: 400, body: {} }),
    ...both('404', { kind: 'status', status: 404, body: { message: 'Not found' } }),
    ...bad('getTransaction').map(({ name, fault }) => ({
      name: `a delivery asked for and three times answered with ${name}`,
      faults: [{ ...fault, operation: 'getTransaction', times: 3 }],
    })),
    ...bad('listTransactions').map(({ name, fault }) => ({
      name: `a lost registration whose list is three times answered with ${name}`,
      faults: [lost, { ...fault, operation: 'listTransactions', times: 3 }],
    })),
  ]
}

/** The question that Till may ask on the way, by the beginning of a case's name. Cases not listed ask none. */
const questions: readonly [RegExp, string][] = [
  [/^a registration answered three times with (?:401|403)$/, 'registration-refused-access'],
  [/^a registration answered three times with (?:400|404)/, 'registration-rejected'],
  // Three times in a row, the list lacks what the service calls known.
  [/^a registration answered three times with "duplicate"/, 'registration-unanswered'],
  // The service recorded another product: only a person can judge that.
  [/^a registration .* with wrong types$/, 'registered-differently'],
]

const names = casesOf('').map(({ name }) => name)
let sandbox: TestSandbox
let elsewhere: Elsewhere
const recordedFaults = new Set<NodeFault>()
const ends = new Map<string, PromiseSettledResult<Ended>>()

beforeAll(async () => {
  ;[sandbox, elsewhere] = await Promise.all([openTestSandbox(), openElsewhere()])
  const cases = casesOf(elsewhere.url)
  const results = await atOnce(cases, AT_ONCE, async ({ name, faults }) => {
    const buyer = await openBuyer(sandbox, name)
    await sandbox.fault(faults.map((fault) => ({ ...fault, about: buyer.till.address })))
    const end = await buyer.end()
    for (const kind of buyer.recordedFaults.keys()) recordedFaults.add(kind)
    return end
  })
  for (const [index, { name }] of cases.entries()) {
    const result = results[index]
    if (result) ends.set(name, result)
  }
}, 600_000)
afterAll(() => Promise.all([sandbox?.stop(), elsewhere?.close()]))

describe('one payment, one registration, delivered:', () => {
  it.each(names)('%s', (name) => {
    const result = ends.get(name)
    if (result?.status !== 'fulfilled') throw result?.reason ?? new Error('Not run')
    const { view, shown, counts, requestCounts, skippedMs } = result.value
    expect(counts).toEqual({ payments: 1, registrations: 1, bodies: 1 })
    expect(view).toMatchObject({ status: 'delivered', attention: null, registration: { state: 'registered' } })
    // Paid is never shown as failed. Till asks a person only where nothing else helps.
    const question = questions.find(([pattern]) => pattern.test(name))?.[1]
    const expected = ['on-its-way', ...(question ? ['needs-you', question] : [])]
    // A silence beyond its time limit raises a question of its own.
    const isLong = skippedMs > usualPatience.registered * 60_000 && shown.has('registration-unanswered')
    const silence = isLong ? ['needs-you', 'registration-unanswered'] : []
    expect([...shown].toSorted()).toEqual([...new Set([...expected, ...silence])].toSorted())
    if (/that took effect|lost registration/.test(name))
      expect(requestCounts.registerTransaction).toBeLessThanOrEqual(2)
  })

  it('more than half of the kinds of node faults affected a purchase', () => {
    expect(recordedFaults.size).toBeGreaterThan(realNodeFaults.length / 2)
  })

  it('no request went elsewhere', () => expect(elsewhere.requests()).toBe(0))
})
