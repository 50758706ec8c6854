import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** How hard `password` is to guess, 0 (at once) to 4 (strong), by zxcvbn. */
export function passwordScore(password: string): 0 | 1 | 2 | 3 | 4 {
  return estimator.check(password.slice(0, 200)).score
}

/** The least score a wallet's password must reach. */
export const LEAST_SCORE = 3
