import { monthOf, stepPeriod, type Period } from '../periods.ts'
import type { Schedule } from './schedule.ts'

/** How far a reminder is: everything that its next due date follows from. */
export interface Course {
  readonly schedule: Schedule
  /** The day from which its dates are counted: of a purchase, or on which the reminder before an end was set. */
  readonly start: Period
  /** Due dates until this day, included, are handled; null if none is. */
  readonly handledTo: Period | null
  /** The earliest of the dates that the last skip handled; null before one. */
  readonly skippedDue: Period | null
}

const DAY_MS = 24 * 60 * 60_000
/** A purchase this many days ahead of a due date handles it. */
const EARLY_DAYS = 7
/** How many calendar days two time zones can differ. */
const ZONE_DAYS = 2

/** Begins a reminder today, without the dates that have passed. One that has only one date has it today then. */
export function beginCourse(schedule: Schedule, start: Period, today: Period): Course {
  if (schedule.kind === 'end') return { schedule, start: later(start, today), handledTo: null, skippedDue: null }
  return { schedule, start, handledTo: stepPeriod(today, -1), skippedDue: null }
}

/** Returns whether only a clock that was ahead can have noted a day. */
export function isAhead(day: Period, today: Period): boolean {
  return day > stepPeriod(today, ZONE_DAYS)
}

/** Returns the reminder without what a clock that was ahead noted. What the user skipped then was the date that was due first. */
function onClock(course: Course, today: Period): Course {
  const { handledTo, skippedDue } = course
  return handledTo !== null && isAhead(handledTo, today) ? { ...course, handledTo: skippedDue } : course
}

/** Returns the earliest due date that is not handled; null if no more follows. */
export function nextDue({ schedule, start, handledTo }: Course): Period | null {
  const after = handledTo !== null && handledTo > start ? handledTo : start
  switch (schedule.kind) {
    case 'days':
      return stepPeriod(start, (Math.floor(daysBetween(start, after) / schedule.days) + 1) * schedule.days)
    case 'month':
      return [0, 1, 2].map((by) => dayInMonth(start, stepPeriod(monthOf(after), by))).find((day) => day > after) ?? null
    case 'end': {
      const due = later(stepPeriod(schedule.lastDay, -schedule.daysBefore), start)
      return handledTo === null || due > handledTo ? due : null
    }
  }
}

/**
 * Returns the reminder after the same was bought on a day. It handles what is due, or due within a week; an earlier purchase was one more.
 * What lasts a number of days lasts from then on; `validDays` is how long the product can be used, if known.
 */
export function afterPurchase(course: Course, day: Period, validDays: number | null): Course {
  const { schedule } = course
  const due = nextDue(course)
  if (due === null || day < course.start || day < stepPeriod(due, -earlyDays(schedule))) return course
  switch (schedule.kind) {
    case 'days':
      return { ...course, start: day, handledTo: null }
    case 'month':
      return { ...course, handledTo: stepPeriod(day, EARLY_DAYS) }
    case 'end': {
      const renewed = validDays !== null && { ...schedule, lastDay: stepPeriod(day, validDays) }
      return { ...course, schedule: renewed || schedule, start: day, handledTo: later(day, renewed ? day : due) }
    }
  }
}

/** A purchase of the same. */
export interface Bought {
  readonly day: Period
  /** For how many days it can be used; null if unknown. */
  readonly validDays: number | null
}

/** Returns the reminder as it is today, after purchases in their order. One that was made while the clock was ahead was for what was due next. */
export function courseOn(today: Period, noted: Course, bought: readonly Bought[]): Course {
  return bought.reduce(
    (course, { day, validDays }) =>
      afterPurchase(course, isAhead(day, today) ? (nextDue(course) ?? today) : day, validDays),
    onClock(noted, today),
  )
}

/** Returns the reminder after the user skipped all dates due by today; unchanged if none is. */
export function afterSkip(course: Course, today: Period): Course {
  return isDue(course, today) ? { ...course, handledTo: today, skippedDue: nextDue(course) } : course
}

/** Returns the reminder with the date due again that was the earliest one when the user skipped it. */
export function beforeSkip(course: Course, skippedDue: Period): Course {
  return { ...course, handledTo: stepPeriod(skippedDue, -1), skippedDue: null }
}

export function isDue(course: Course, today: Period): boolean {
  const due = nextDue(course)
  return due !== null && due <= today
}

/**
 * Returns whether another date fell due by today after those until `notifiedTo`. However many there are, they are one. A note that only a
 * clock that was ahead can have made does not count.
 */
export function isNews(course: Course, notifiedTo: Period | null, today: Period): boolean {
  const { handledTo } = course
  if (notifiedTo === null || isAhead(notifiedTo, today) || (handledTo !== null && handledTo > notifiedTo))
    return isDue(course, today)
  return isDue({ ...course, handledTo: notifiedTo }, today)
}

function earlyDays(schedule: Schedule): number {
  return schedule.kind === 'days' ? Math.min(EARLY_DAYS, Math.floor(schedule.days / 4)) : EARLY_DAYS
}

/** Returns the day of the month on which `start` is, or the last one of a shorter month. */
function dayInMonth(start: Period, month: Period): Period {
  const last = stepPeriod(`${stepPeriod(month, 1)}-01`, -1)
  const same = `${month}-${start.slice(-2)}`
  return same < last ? same : last
}

/** Counts calendar days; days in UTC all have the same length. */
function daysBetween(from: Period, to: Period): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

const later = (one: Period, other: Period): Period => (one > other ? one : other)
