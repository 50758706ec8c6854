import { readActivation } from '../../shared/codes/read-activation.ts'

/** How many characters are shown at most: those of eSIMs are longer and more alike. */
const MOST = { card: 4, esim: 6 }

/** Returns the last letters and digits of a code's secret part, at most a third of them; '' if it is too short to show any. */
export function endingOf(text: string): string {
  const activation = readActivation(text)
  const signs = (activation?.code ?? text).replace(/[^\p{L}\p{N}]/gu, '')
  const count = Math.min(activation ? MOST.esim : MOST.card, Math.floor(signs.length / 3))
  return count < 2 ? '' : signs.slice(-count)
}
