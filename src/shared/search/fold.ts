/** Returns a text in lower case without accents and with straight apostrophes, like the words of the search index. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}
