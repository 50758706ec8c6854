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
  ['hand-written faults', /_(\d+) hand-written faults/, mutants.length],
  ['modules whose operators are changed', /The list has (\d+) modules by now/, Object.values(modules).flat().length],
  ['judged survivors', /lists\s+the (\d+) changes that no test needs to catch/, judgedSurvivors.length],
  ['requests', /There are (\d+) requests by now/, Object.keys(requests).length],
  ['kinds of fault of a node', /kinds of fault \((\d+) by now\)/, nodeFaults.length],
])('docs/verification.md states how many %s there are', (_, pattern, count) => {
  expect(Number(pattern.exec(page)?.[1])).toBe(count)
})
