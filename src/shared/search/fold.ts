/** Returns a text in lower case without accents and with straight apostrophes, like the words of the search index. */
export function fold(text: string): string {
  // Of most texts nothing but capitals changes, and a refresh folds tens of thousands.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}
