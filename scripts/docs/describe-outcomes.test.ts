import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { en } from '../../src/renderer/locales/all-messages.ts'
import { attentionReasons } from '../../src/shared/purchases/state.ts'
import { describeOutcomes, outcomesFile } from './describe-outcomes.ts'
import { outcomeRows } from './outcomes/rows.ts'
import { usedKeys } from './outcomes/shown.ts'

// Made once, and outside the time limit of a hook: a busy machine takes many seconds.
const rows = outcomeRows()
let described: string
beforeAll(async () => {
  described = await describeOutcomes(rows)
})

it('docs/outcomes.md matches the code: `npm run outcomes` generates it again', () => {
  expect(readFileSync(outcomesFile, 'utf8')).toBe(described)
})

it('covers every question and every status', () => {
  const questions = new Set(rows.flatMap(({ where }) => where.question))
  expect([...attentionReasons].filter((reason) => !questions.has(reason))).toEqual([])
  const titles = ['paying', 'onItsWayTo', 'deliveredTo', 'failed', 'refunded', 'notPaid']
  expect(titles.filter((title) => !usedKeys.has(`outcome.title.${title}`))).toEqual([])
})

/** Messages shown elsewhere, for a rejected key, or for cases that the list does not have. */
const elsewhere = [
  /^outcome\.(?:title\.(?:onItsWay|delivered|sent|sentTo|refundedByClaim)$|what\.|order\.|toPermissions|permission|deletedThere|delivered$|refundedAsReported|refundedByClaim|failedToClaim|refusedToClaim)/,
  // Another wallet paid.
  /^outcome\.(?:title\.(?:elsewhere|otherAmount)|unconfirmedElsewhere|paidOther|reportingOther|refusedOther)$/,
  /^attention\.registration-unanswered\.(?:knownDuplicate|safeDuplicate)$/,
  /^attention\.delivery-late\.knownSilent$/,
  /^attention\.refund-possible\.knownUndated$/,
  /^attention\.registration-rejected\.safe(?:OtherAmount)?$/,
  /^attention\.\w+$/,
  /^waiting\.until$/,
]

it('contains every message about a purchase', () => {
  const { outcome, attention, report, waiting } = en
  const keys = Object.entries({ outcome, attention, report, waiting }).flatMap(([root, tree]) => keysOf(tree, root))
  expect(keys.filter((key) => !usedKeys.has(key) && !elsewhere.some((one) => one.test(key)))).toEqual([])
})

function keysOf(tree: unknown, path: string): string[] {
  if (typeof tree !== 'object' || tree === null) return [path]
  return Object.entries(tree).flatMap(([name, value]) => keysOf(value, `${path}.${name}`))
}

it.each([
  [/(?:confirmed|final|mined) \(reported by the person\)/, /You paid|is paid|owes you|owed/],
  [/payment: (?:signed|mined)(?: ·| \/|$)/, /You paid|is paid|owes you|owed|proven on the network/],
  [/registration: unclear/, /service registered it, but|hasn’t registered the payment yet|Till is reporting/],
  [/payment: (?:confirmed|final|mined|signed)/, /Nothing was paid|moved no coins/],
  // A missing status of the service is not quoted.
  [/payment: /, /“”/],
  [/payment: (?:reverted|cancelled|superseded)/, /You paid|is paid|proven|is reporting|Waiting/],
])('says of %s nothing like %s', (state, untrue) => {
  let shown = ''
  for (const line of described.split('\n')) {
    if (line.startsWith('- ')) shown = line
    else if (line.startsWith('  - ') && state.test(line)) expect(shown).not.toMatch(untrue)
  }
})
