import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** Parses a campaign's flags. Ends the process with a message if one is unknown. */
export function readFlags<const T extends Options>(options: T): ReturnType<typeof parseArgs<{ options: T }>>['values'] {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Parses a flag's whole number from 1 up. Ends the process with a message if it is none. */
export function wholeNumber(flag: string, text: string): number {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : refuse(`--${flag} takes a whole number from 1 up`)
}

function refuse(sentence: string): never {
  console.error(`${sentence.split('. ')[0] ?? sentence}. --help lists the flags.`)
  process.exit(2)
}
