/** Returns the words of a typed or pasted recovery phrase, in lower case, without the numbers and signs of a list. */
export function typedWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
}
