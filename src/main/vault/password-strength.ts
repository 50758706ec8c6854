import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

let estimator: ZxcvbnFactory | null = null

/** How hard `password` is to guess, 0 (at once) to 4 (strong), by zxcvbn. */
export function passwordScore(password: string): 0 | 1 | 2 | 3 | 4 {
  // Takes its time to be made, and a start needs none.
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return estimator.check(password.slice(0, 200)).score
}

/** The least score a wallet's password must reach. */
export const LEAST_SCORE = 3
