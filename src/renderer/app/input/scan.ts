/** A scanner types a character every few milliseconds; the fastest typists need twice this. */
const MAX_BETWEEN_MS = 50
/** Shorter ones are not product codes (EAN-8 is the shortest). */
const SHORTEST = 6

/** Distinguishes a barcode scanner's typing from a person's. */
export interface ScanDetector {
  /**
   * Takes a key as `KeyboardEvent.key` names it and its time in milliseconds. Returns the code that a scanner's Enter completes, else
   * whether the key may belong to one.
   */
  key(key: string, at: number): { readonly code: string } | 'in-burst' | 'alone'
}

/** Creates a detector of scans: at least six single characters, each within 50 ms of the last, and then Enter. */
export function createScanDetector(): ScanDetector {
  let burst = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    key(key, at) {
      // A scanner types capitals as a person does.
      if (key === 'Shift') return burst === '' ? 'alone' : 'in-burst'
      const isPrompt = at - last <= MAX_BETWEEN_MS
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
