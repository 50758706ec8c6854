/** Returns a hue (0–359), always the same for `name`, for the background of its picture. */
export function hueOf(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360_007
  return hash % 360
}

/** Returns one or two letters that stand in for the missing picture of `name`. */
export function monogramOf(name: string): string {
  const words = name.split(/[\s&.\-_]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0] ?? '') : [...(words[0] ?? '?')].slice(0, 2)
  const [first = '?', second = ''] = letters
  return first.toLocaleUpperCase() + (words.length > 1 ? second.toLocaleUpperCase() : second.toLocaleLowerCase())
}
