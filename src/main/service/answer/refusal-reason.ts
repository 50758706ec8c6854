import type { ErrorReason } from '../../../shared/errors.ts'

/** The subject of a service's refusal, according to its error code. */
type RefusalReason = ErrorReason<'service-rejected'>

// No public document lists the codes, so any spelling is matched. Codes that may be about a login (`TOKEN_NOT_FOUND`) or temporary
// (`CHAIN_UNAVAILABLE`) are left out.
const patterns: readonly (readonly [reason: RefusalReason, pattern: RegExp])[] = [
  ['balance', /\b(?:insufficient|not enough) (?:\w+ )?(?:balance|funds|tokens?)\b/],
  [
    'product',
    /\b(?:product|sku|variant) (?:not (?:found|supported|available|active)|unsupported|unknown|unavailable|inactive)\b/,
  ],
  [
    'coin',
    /\b(?:token|coin|asset|currency) (?:not supported|unsupported)\b|\bunsupported (?:token|coin|asset|currency)\b/,
  ],
  [
    'network',
    /\b(?:network|chain) (?:not (?:found|supported)|unsupported|unknown)\b|\bunsupported (?:network|chain)\b/,
  ],
]

/** Returns the subject of an error code, in any spelling (`INSUFFICIENT_BALANCE`, `insufficientBalance`); null for an unknown code. */
export function refusalReason(code: string | null): RefusalReason | null {
  const text = (code ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
