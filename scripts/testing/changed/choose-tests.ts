import type { TestFiles } from '../test-files.ts'

/** Core seconds that the chosen tests may take, by the rough guesses below: for the two minutes of `npm run test:changed` on two cores. */
const BUDGET = 150
/** How much farther than the nearest tests others may be. Farther ones rarely find more, and `npm test` runs them. */
const REACH = 3
/** Core seconds that a file takes: one that waits for blocks shares a sandbox with others. */
const COST: Readonly<Record<keyof TestFiles, number>> = {
  waiting: 10,
  simulated: 20,
  mocking: 3,
  pages: 3,
  others: 1.5,
}

export interface ChosenTests {
  /** The test files to run, nearest first. */
  readonly files: readonly string[]
  /** How many more reach a changed file by imports. */
  readonly leftOut: number
}

/** Chooses the test files that are nearest to a change by imports, as many as fit; always those that changed themselves. */
export function chooseTests(distances: ReadonlyMap<string, number>, tests: TestFiles): ChosenTests {
  const costs = new Map(
    (['waiting', 'simulated', 'mocking', 'pages', 'others'] as const).flatMap((kind) =>
      tests[kind].map((file) => [file, COST[kind]] as const),
    ),
  )
  const found = [...distances].filter(([file]) => costs.has(file)).sort(([, one], [, other]) => one - other)
  const nearest = found.find(([, distance]) => distance > 0)?.[1] ?? 0
  const near = found.filter(([, distance]) => distance <= nearest + REACH)
  const files: string[] = []
  let spent = 0
  for (const [file, distance] of near) {
    const cost = costs.get(file) ?? 0
    // Whole campaigns attack the whole app: each runs when it changes, and in `npm test`. The tests beside them compare counts.
    const isCampaign = /^campaigns\/.*\//.test(file)
    if (distance > 0 && (isCampaign || spent + cost > BUDGET)) continue
    files.push(file)
    spent += cost
  }
  return { files, leftOut: found.length - files.length }
}
