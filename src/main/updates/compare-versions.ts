const numeric = String.raw`(?:0|[1-9]\d{0,5})`
const preRelease = String.raw`(?:${numeric}|\d*[A-Za-z-][\dA-Za-z-]*)`
/** A version as of Semantic Versioning 2.0.0, with numbers below a million. */
const form = new RegExp(
  String.raw`^(${numeric}\.${numeric}\.${numeric})(?:-(${preRelease}(?:\.${preRelease})*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$`,
)
const MAX_LENGTH = 40

/** Returns whether a text is a semantic version of at most 40 characters. */
export function isVersion(text: string): boolean {
  return text.length <= MAX_LENGTH && form.test(text)
}

/** Returns whether `one` takes precedence over `other` (Semantic Versioning 2.0.0, §11); false if either is no version. */
export function isNewerVersion(one: string, other: string): boolean {
  if (!isVersion(one) || !isVersion(other)) return false
  const [core = '', pre] = partsOf(one)
  const [otherCore = '', otherPre] = partsOf(other)
  const byCore = compareLists(core, otherCore)
  if (byCore !== 0) return byCore > 0
  // A version without a pre-release follows its pre-releases.
  if (pre === undefined || otherPre === undefined) return pre === undefined && otherPre !== undefined
  return compareLists(pre, otherPre) > 0
}

function partsOf(version: string): (string | undefined)[] {
  return (version.match(form) ?? []).slice(1)
}

/** Compares identifiers between dots from the left; a longer list follows its own beginning. */
function compareLists(one: string, other: string): number {
  const [own, others] = [one.split('.'), other.split('.')]
  for (const [index, identifier] of own.entries()) {
    const opposite = others[index]
    if (opposite === undefined) return 1
    const order = compareIdentifiers(identifier, opposite)
    if (order !== 0) return order
  }
  return own.length - others.length
}

/** Numbers precede words; words compare by their ASCII codes. */
function compareIdentifiers(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return Number(one) - Number(other)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return one < other ? -1 : Number(one > other)
}
