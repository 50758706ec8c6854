/** What a service's refusal is about, as its error code says. */
export type RefusalReason = 'balance' | 'product' | 'coin' | 'network'

const gone = String.raw`(?:not (?:found|supported|available|active|allowed)|unsupported|unknown|unavailable|inactive)`
// No public document lists the codes. These are read in any spelling; what a code may also mean for a moment or for a login is left out.
const patterns: readonly (readonly [reason: RefusalReason, pattern: RegExp])[] = [
  ['balance', /\b(?:insufficient|not enough|low) (?:\w+ )?(?:balance|funds|tokens?)\b/],
  [
    'product',
    new RegExp(String.raw`\b(?:product|sku|variant) ${gone}\b|\b(?:unknown|unsupported) (?:product|sku|variant)\b`),
  ],
  [
    'coin',
    new RegExp(String.raw`\b(?:token|coin|asset|currency) ${gone}\b|\bunsupported (?:token|coin|asset|currency)\b`),
  ],
  [
    'network',
    /\b(?:network|chain) (?:not (?:found|supported)|unsupported|unknown)\b|\bunsupported (?:network|chain)\b/,
  ],
]

/** Returns what an error code is about, in any spelling (`INSUFFICIENT_BALANCE`, `insufficientBalance`); null for any other. */
export function refusalReason(code: string | null): RefusalReason | null {
  const words = (code ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return patterns.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}
