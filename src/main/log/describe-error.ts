import { quoteProblems } from '../../shared/checkout/quote-problems.ts'
import { errorReasons, payingStops } from '../../shared/error-reasons.ts'
import { AppError, errorCodes } from '../../shared/errors.ts'

/** The most nested causes that are described. */
const MAX_CAUSES = 3
const MAX_FRAMES = 8
const MAX_MESSAGE = 160
/** The details of an AppError that are written, and their closed lists. */
const codedDetails: Readonly<Record<string, readonly string[]>> = {
  reason: Object.values(errorReasons).flat(),
  problem: quoteProblems,
  cause: payingStops,
}

const nameForm = /^(?:[A-Z][A-Za-z]{0,39})?(?:Error|Exception)$/
const codeForm = /^[A-Z][A-Z0-9_]{1,39}$/
/** A stack frame: function name, base name of the file, line and column. */
const frameForm =
  /^\s+at (?:async )?(?:new )?(?:([\w$.<>]{1,80}) (?:\[as \w+\] )?)?\(?(?:[^()]*[\\/:])?([\w.-]{1,60}\.(?:[cm]?[jt]s|vue)(?:\?\w+)?:\d+:\d+)\)?$/

/**
 * Describes an error for the log without anything that can hold a secret: its kind, its code, and where it was thrown. Only an AppError's
 * message is included, because it is a constant of Till's own. Other messages contain URLs with keys, headers and user input. Never throws.
 */
export function describeError(thrown: unknown): string {
  try {
    const described: string[] = []
    for (let error = thrown; error !== undefined && described.length <= MAX_CAUSES; error = causeOf(error))
      described.push(describeOne(error))
    return described.join(' cause: ')
  } catch {
    return 'an error that cannot be read'
  }
}

/** Returns the frames at the end of a stack: functions and locations in Till's files. */
function framesOf(stack: string, message: string): string {
  // A line inside the message may look like a frame.
  const begins = stack.indexOf(message)
  const lines = (begins === -1 ? stack : stack.slice(begins + message.length)).split('\n')
  return lines
    .slice(lines.findLastIndex((line) => !/^\s+at /.test(line)) + 1)
    .flatMap((line) => {
      const [, name, location] = line.match(frameForm) ?? []
      return location === undefined ? [] : [name === undefined ? location : `${name} ${location}`]
    })
    .slice(0, MAX_FRAMES)
    .join(' < ')
}

/** Returns an error's name if it looks like an error class. */
function nameOf(name: unknown): string {
  return typeof name === 'string' && nameForm.test(name) ? name : 'Error'
}

function describeOne(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${error === null ? 'null' : typeof error}`
  const { name, message, stack } = error
  const words = [nameOf(name), ...(error instanceof AppError ? describeAppError(error) : codesOf(error))]
  const frames = framesOf(typeof stack === 'string' ? stack : '', String(message))
  return frames === '' ? words.join(' ') : `${words.join(' ')} at ${frames}`
}

function describeAppError({ code, message, details }: AppError): string[] {
  const coded = Object.entries(codedDetails).flatMap(([name, list]) => {
    const value = details?.[name]
    return typeof value === 'string' && list.includes(value) ? [`${name}=${value}`] : []
  })
  return [errorCodes.find((known) => known === code) ?? '?', ...coded, JSON.stringify(message.slice(0, MAX_MESSAGE))]
}

/** Returns the codes of the system, SQLite, axios and nodes, and the HTTP status. */
function codesOf(error: object): string[] {
  const { code, status, syscall } = error as Record<'code' | 'status' | 'syscall', unknown>
  return [
    ...(Number.isInteger(code) || (typeof code === 'string' && codeForm.test(code)) ? [`code=${String(code)}`] : []),
    ...(Number.isInteger(status) ? [`status=${String(status)}`] : []),
    ...(typeof syscall === 'string' && /^[a-z_]{2,20}$/.test(syscall) ? [`syscall=${syscall}`] : []),
  ]
}

function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return (error.errors as unknown[])[0]
  return error instanceof Error ? error.cause : undefined
}
