// The wordings of providers and clients, as ponder collects them (packages/utils/src/getLogsRetryHelper.ts).
const rangeWords =
  /block range|ranges? (?:is )?(?:too|over \d|limit|exceeds)|max(?:imum)? (?:allowed )?range|range [\d-]+ exceeds|blocks distance|requested (?:number of )?blocks|too many (?:blocks|logs|results)|limit the query|\d blocks?\b|limited to a? ?[\d,]+ range|response (?:size|is too big|too large)|(?:more than|max) (?:[\d,]+ )?results|logs .*exceed/i
// A node that is behind, and a range that ends before it begins.
const otherWords = /beyond (?:the )?current head|invalid block range(?: params)?$/i

/** Tells whether a node's words are about how many blocks or logs were asked for at once. */
export function isRangeRefusal(text: string): boolean {
  return rangeWords.test(text) && !otherWords.test(text)
}

const looseWords = /range too|too (?:many|large|wide|big)|exceed|limited to|range limit|query returned/i
/** Optimism's proxy also says so when all its machines gave up on a range. */
const noMachineWords = /no backend is currently healthy/i
const lateWords = /deadline exceeded|tim(?:ed?|ing)[ -]?out/i

/** Tells whether an answer to a request for logs, and to nothing else, may be about the range. */
export function mayBeRangeRefusal(text: string): boolean {
  if (isRangeRefusal(text) || noMachineWords.test(text)) return true
  return looseWords.test(text) && !lateWords.test(text) && !otherWords.test(text)
}

/** Tells whether words that came with an HTTP status of failure are about the range. */
export function isFailureOfRange(status: number | undefined, text: string): boolean {
  // "Payload too large" is said of the answer as well.
  return status === 413 || noMachineWords.test(text)
}
