/** The faults applied and caught, and whether that suffices. */
export interface Score {
  readonly mutants: number
  readonly caught: number
  readonly passed: boolean
}

/** Sums the scores of several parts. */
export function sumScores(scores: readonly Score[]): Score {
  return scores.reduce((sum, one) => ({
    mutants: sum.mutants + one.mutants,
    caught: sum.caught + one.caught,
    passed: sum.passed && one.passed,
  }))
}

/** Returns the percentage of faults caught, to one decimal. It rounds down, so that only all of them make 100. */
export function percentOf({ mutants, caught }: Pick<Score, 'mutants' | 'caught'>): number {
  return mutants === 0 ? 100 : Math.floor((caught * 1000) / mutants) / 10
}
