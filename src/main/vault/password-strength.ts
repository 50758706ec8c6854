import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { AppError } from '../../shared/errors.ts'

/** The minimum score of a wallet's password. */
const MIN_SCORE = 3

let made: Promise<ZxcvbnFactory> | null = null

/** Returns the strength of `password` by zxcvbn, from 0 (guessed immediately) to 4 (strong). */
export async function passwordScore(password: string): Promise<0 | 1 | 2 | 3 | 4> {
  made ??= makeEstimator()
  return (await made).check(password.slice(0, 200)).score
}

/** Throws AppError `weak-password` if a password is too weak for a wallet. */
export async function assertStrong(password: string): Promise<void> {
  if ((await passwordScore(password)) >= MIN_SCORE) return
  throw new AppError('weak-password', 'The password is too easy to guess')
}

/** Loaded on first use: its words are half a megabyte. */
async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
