// The wordings of providers and clients, as ponder collects them (packages/utils/src/getLogsRetryHelper.ts).
const rangePattern =
  /block range|ranges? (?:is )?(?:too|over \d|limit|exceeds)|max(?:imum)? (?:allowed )?range|range [\d-]+ exceeds|blocks distance|requested (?:number of )?blocks|too many (?:blocks|logs|results)|limit the query|\d blocks?\b|limited to a? ?[\d,]+ range|response (?:size|is too big|too large)|(?:more than|max) (?:[\d,]+ )?results|logs .*exceed/i
// The node is behind, or the range ends before it begins.
const otherPattern = /beyond (?:the )?current head|invalid block range(?: params)?$/i

/** Returns whether an error text refuses the number of blocks or logs requested at once. */
export function isRangeRefusal(text: string): boolean {
  return rangePattern.test(text) && !otherPattern.test(text)
}

const loosePattern = /range too|too (?:many|large|wide|big)|exceed|limited to|range limit|query returned/i
/** Optimism's proxy also says this when all its machines gave up on a range. */
const noMachinePattern = /no backend is currently healthy/i
const latePattern = /deadline exceeded|tim(?:ed?|ing)[ -]?out/i

/** Returns whether an error to a logs request, and to no other, may be about the range. */
export function mayBeRangeRefusal(text: string): boolean {
  if (isRangeRefusal(text) || noMachinePattern.test(text)) return true
  return loosePattern.test(text) && !latePattern.test(text) && !otherPattern.test(text)
}

/** Returns whether an error text under a failed HTTP status is about the range. */
export function isFailureOfRange(status: number | undefined, text: string): boolean {
  // Servers also answer "Payload too large" when the response is too large.
  return status === 413 || noMachinePattern.test(text)
}
