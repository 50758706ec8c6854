/** A scanner types a sign every few milliseconds; the quickest hands need twice this. */
const MOST_BETWEEN_MS = 50
/** Shorter ones are no codes of goods (EAN-8 is the shortest). */
const SHORTEST = 6

/** Tells what a barcode scanner types from what a person types. */
export interface ScanDetector {
  /**
   * Takes a key as `KeyboardEvent.key` names it and its time in milliseconds. Answers the code that the Enter of a scanner ends, else
   * whether the key may belong to one.
   */
  key(key: string, at: number): { readonly code: string } | 'in-burst' | 'alone'
}

/** A burst of single signs, none later than 50 ms after the one before, at least six of them, and then Enter. */
export function createScanDetector(): ScanDetector {
  let burst = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    key(key, at) {
      // A scanner types capitals as a person does.
      if (key === 'Shift') return burst === '' ? 'alone' : 'in-burst'
      const isPrompt = at - last <= MOST_BETWEEN_MS
      last = at
      if (!isPrompt) burst = ''
      if (key === 'Enter') {
        const code = burst
        burst = ''
        return code.length >= SHORTEST ? { code } : 'alone'
      }
      burst = [...key].length === 1 ? burst + key : ''
      return burst.length > 1 ? 'in-burst' : 'alone'
    },
  }
}
