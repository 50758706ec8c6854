import { chainJudgements } from './chain-judgements.ts'
import type { Judgement } from './judgement.ts'
import { otherJudgements } from './other-judgements.ts'
import type { Change } from './read-report.ts'

/** Changes that no test catches, each with the reason why none needs to. A survivor that is not listed fails the run. */
export const judgedSurvivors: readonly (Change & Pick<Judgement, 'why'>)[] = [
  ...chainJudgements,
  ...otherJudgements,
].flatMap(({ why, changes }) => changes.map((change) => ({ ...change, why })))
