/** An escape such as `\d` or `\p{L}`, a character class, a repetition such as `{1,30}`, or any other character. */
const token = /\\[pP]\{[^}]*\}|\\[ux]\{[\da-fA-F]{1,6}\}|\\.?|\[(?:\\.|[^\]\\])*\]?|\{\d+(?:,\d*)?\}|./gsu

/** A group's size so far, and the size of its last part, which a repetition multiplies. */
interface Group {
  size: number
  last: number
}

/**
 * Returns how large a regex is once its counted repetitions are written out, which is what its time and memory grow with: `(ab{1,9}){1,30}`
 * is more than 300. Returns Infinity if its brackets do not match. Where dialects differ it returns the larger size.
 */
export function regexSize(pattern: string): number {
  const groups: Group[] = [{ size: 0, last: 0 }]
  for (const [text] of pattern.matchAll(token)) {
    const group = groups.at(-1)
    if (group === undefined) return Infinity
    if (text === '(') groups.push({ size: 1, last: 1 })
    else if (text === ')') {
      groups.pop()
      add(groups.at(-1), group.size)
    } else repeat(group, text)
  }
  return groups.length === 1 ? (groups[0]?.size ?? Infinity) : Infinity
}

/** Adds a character, or what a repetition of the last part adds. */
function repeat(group: Group, text: string): void {
  const [, least, most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(text) ?? []
  if (least === undefined) add(group, 1)
  else {
    const copies = Math.max(1, Number(least), Number(most ?? 0))
    group.size += group.last * (copies - 1)
    group.last *= copies
  }
}

function add(group: Group | undefined, size: number): void {
  if (group === undefined) return
  group.size += size
  group.last = size
}
