import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requests } from '../src/shared/contract.ts'
import { mutants } from './mutants/mutants.ts'
import { modules } from './mutants/operators/modules.ts'
import { judgedSurvivors } from './mutants/operators/survivors.ts'
import { nodeFaults } from './world/rpc/node-faults.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/verification.md'), 'utf8')

it.each([
  ['hand-written faults', /_(\d+)\s+hand-written\s+faults/, mutants.length],
  [
    'modules whose operators are changed',
    /The\s+list\s+has\s+(\d+)\s+modules\s+by\s+now/,
    Object.values(modules).flat().length,
  ],
  ['judged survivors', /lists\s+the\s+(\d+)\s+changes\s+that\s+no\s+test/, judgedSurvivors.length],
  ['requests', /There\s+are\s+(\d+)\s+requests\s+by\s+now/, Object.keys(requests).length],
  ['kinds of fault of a node', /kinds\s+of\s+fault\s+\((\d+)\s+by\s+now\)/, nodeFaults.length],
])('docs/verification.md states how many %s there are', (_, pattern, count) => {
  expect(Number(pattern.exec(page)?.[1])).toBe(count)
})
