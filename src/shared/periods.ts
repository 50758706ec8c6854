const HOUR_MS = 60 * 60_000

/** A day (`2026-11-22`) or a month (`2026-11`) of the local calendar. */
export type Period = string
/** A half-open interval in epoch milliseconds: includes its start, excludes its end. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const dayPattern = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
export const periodPattern = /^20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/

/** Returns whether `text` is a day of the calendar; February 30 is not. */
export function isDay(text: string): boolean {
  return dayPattern.test(text) && dayAt(startOf(text)) === text
}

/** Returns whether `text` is a day or a month of this century. */
export function isPeriod(text: string): boolean {
  return isMonth(text) ? periodPattern.test(text) : isDay(text)
}

export function isMonth(period: Period): boolean {
  return period.length === '2026-11'.length
}

/** Returns the day of `at` (epoch milliseconds) in this machine's time zone. */
export function dayAt(at: number): Period {
  const date = new Date(at)
  return write(date.getFullYear(), date.getMonth(), date.getDate())
}

/** Returns the noon of a day in this machine's time zone (epoch ms): no clock change moves it to another day. */
export function noonOf(day: Period): number {
  return new Date(...read(day), 12).getTime()
}

/** Returns the month of a day, or the month itself. */
export function monthOf(period: Period): Period {
  return period.slice(0, '2026-11'.length)
}

/** Returns the period `by` days or months later. */
export function stepPeriod(period: Period, by: number): Period {
  const [year, month, day] = read(period)
  if (isMonth(period)) return monthOf(dayAt(new Date(year, month + by, 1).getTime()))
  return dayAt(new Date(year, month, day + by).getTime())
}

/** Returns the span of a day or a month in this machine's time zone. Days on which the clock changes are shorter or longer. */
export function spanOf(period: Period): Span {
  return { from: startOf(period), to: startOf(stepPeriod(period, 1)) }
}

/** Returns whether both are days of the calendar, in their order. */
export function areDays(first: string, last: string): boolean {
  return isDay(first) && isDay(last) && first <= last
}

/** Returns the span from the start of the first day to the end of the last. */
export function spanOfDays(first: Period, last: Period): Span {
  return { from: startOf(first), to: spanOf(last).to }
}

/**
 * Returns where the hours of a day, or the days of a month, start, in epoch milliseconds. Each ends where the next starts, the last with
 * the period, so every moment is in exactly one. An hour that the clock repeats counts as two, a skipped one as none.
 */
export function partsOf(period: Period): readonly number[] {
  const { from, to } = spanOf(period)
  const parts: number[] = []
  for (let at = from; at < to; at = isMonth(period) ? spanOf(dayAt(at)).to : nextHour(at)) parts.push(at)
  return parts
}

/** Returns the next full hour by the clock, ignoring clock changes. */
function nextHour(at: number): number {
  const date = new Date(at)
  return at + HOUR_MS - (date.getMinutes() * 60_000 + date.getSeconds() * 1000 + date.getMilliseconds())
}

function startOf(period: Period): number {
  return new Date(...read(period)).getTime()
}

function read(period: Period): [year: number, month: number, day: number] {
  const [year = 0, month = 1, day = 1] = period.split('-').map(Number)
  return [year, month - 1, day]
}

function write(year: number, month: number, day: number): Period {
  return [String(year).padStart(4, '0'), ...[month + 1, day].map((part) => String(part).padStart(2, '0'))].join('-')
}
