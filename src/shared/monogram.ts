/** Returns one or two letters or figures that stand in for the missing picture of `name`. */
export function monogramOf(name: string): string {
  const words = name
    .split(/[\s&.\-_]+/u)
    .map((word) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0] ?? '') : [...(words[0] ?? '?')].slice(0, 2)
  const [first = '?', second = ''] = letters
  return first.toLocaleUpperCase() + (words.length > 1 ? second.toLocaleUpperCase() : second.toLocaleLowerCase())
}
