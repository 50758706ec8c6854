import type { Usages } from './usage.ts'

/** Returns the default name of a word in code: its value, else its last part. */
export function nameOf(word: string): string {
  return word.split('=')[1] ?? word.split('.').at(-1) ?? word
}

/** Returns a line for every usage whose file is missing or does not contain the word; `textOf` reads a file. */
export function findStaleUsages(usages: Usages, textOf: (file: string) => string | null): string[] {
  return Object.entries(usages).flatMap(([word, usage]) => {
    if (usage.kind === 'unused') return []
    const text = textOf(usage.file)
    if (text === null) return [`${word}: there is no ${usage.file}`]
    const name = usage.as ?? nameOf(word)
    return holds(text, name) ? [] : [`${word}: “${name}” is not in ${usage.file}`]
  })
}

/** Returns whether a text contains a name that is not part of a longer one. */
function holds(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<![\w$])${escaped}(?![\w$])`).test(text)
}
