import { readFlags } from '../arguments.ts'
import { mutants } from './mutants.ts'
import { modules } from './operators/modules.ts'
import { runOperators } from './operators/run-operators.ts'
import { runHand } from './run-hand.ts'
import { percentOf, sumScores, type Score } from './score.ts'

const values = readFlags({
  hand: { type: 'boolean', default: false },
  operators: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
})
const isBoth = values.hand === values.operators
const chosen = isBoth || values.hand ? mutants.filter(({ name }) => name.includes(values.only)) : []
const files = isBoth || values.operators ? Object.values(modules).flat() : []
const mutated = files.filter((file) => file.includes(values.only))

if (values.help) {
  console.log(
    `npm run test:mutants [-- --hand | --operators] [--only WORDS]   applies hand-written faults and changed operators, which tests must catch;
  a JSON line last (default: all of both kinds)

  --hand         only the hand-written faults
  --operators    only the changed operators
  --only WORDS   only those whose name or path contains WORDS`,
  )
} else if (chosen.length + mutated.length === 0) {
  console.error(`No fault's name and no module's path contains "${values.only}".`)
  process.exitCode = 2
} else {
  const scores: Score[] = []
  if (chosen.length > 0) scores.push(await runHand(chosen))
  if (mutated.length > 0) scores.push(await runOperators(mutated))
  const sum = sumScores(scores)
  console.log(JSON.stringify({ mutants: sum.mutants, caught: sum.caught, score: percentOf(sum) }))
  process.exitCode = sum.passed ? 0 : 1
}
