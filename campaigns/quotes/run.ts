import fc from 'fast-check'
import { judgePayment } from '../../src/main/chain/guard/payment-guard.ts'
import { anyCase, type Case } from './case.ts'
import { paymentOf } from './is-right.ts'

export interface Report {
  readonly cases: number
  /** Quotes that asked for exactly what was chosen. */
  readonly right: number
  /** Wrong quotes that the guard accepted, and correct ones that it decoded differently. */
  readonly wronglySigned: number
  readonly wronglyRefused: number
}

/** Compares the guard with the judge on `runs` quotes drawn from `seed`. Calls `onWrong` with each on which they differ. */
export function runQuotes(runs: number, seed: number, onWrong: (one: Case) => void): Report {
  let [right, wronglySigned, wronglyRefused] = [0, 0, 0]
  fc.assert(
    fc.property(anyCase, (one) => {
      const wanted = paymentOf(one)
      const judged = judgePayment(one.request, one.total, one.choice)
      if (wanted !== null) right++
      const isSame =
        wanted !== null &&
        judged.ok &&
        judged.effect.amount === wanted.units &&
        judged.effect.recipient.toLowerCase() === wanted.recipient
      if (judged.ok && !isSame) wronglySigned++
      else if (!judged.ok && wanted !== null) wronglyRefused++
      else return
      onWrong(one)
    }),
    { numRuns: runs, seed },
  )
  return { cases: runs, right, wronglySigned, wronglyRefused }
}
