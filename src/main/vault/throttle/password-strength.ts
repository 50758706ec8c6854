import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

let made: Promise<ZxcvbnFactory> | null = null

/** How hard `password` is to guess, 0 (at once) to 4 (strong), by zxcvbn. */
export async function passwordScore(password: string): Promise<0 | 1 | 2 | 3 | 4> {
  made ??= makeEstimator()
  return (await made).check(password.slice(0, 200)).score
}

/** Its words are half a megabyte, and a start needs none. */
async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** The least score a wallet's password must reach. */
export const LEAST_SCORE = 3
