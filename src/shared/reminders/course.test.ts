import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { stepPeriod, type Period } from '../periods.ts'
import {
  afterPurchase,
  afterSkip,
  beginCourse,
  courseOn,
  isDue,
  isNews,
  nextDue,
  type Bought,
  type Course,
} from './course.ts'
import { dayCounts, MOST_DAYS, type Schedule } from './schedule.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const every = (days: number): Schedule => ({ kind: 'days', days })
const monthly: Schedule = { kind: 'month' }
const begun = (schedule: Schedule, start: Period, today = start): Course => beginCourse(schedule, start, today)
/** Skips every date as soon as it is due. */
function datesOf(course: Course, count: number): Period[] {
  const dates: Period[] = []
  for (let one = course; dates.length < count;) {
    const due = nextDue(one)
    if (due === null) break
    dates.push(due)
    one = afterSkip(one, due)
  }
  return dates
}

describe('the dates of a reminder', () => {
  it('return after as many calendar days, across a clock change', () => {
    process.env['TZ'] = 'Europe/Berlin'
    expect(datesOf(begun(every(7), '2026-03-20'), 3)).toEqual(['2026-03-27', '2026-04-03', '2026-04-10'])
    expect(datesOf(begun(every(28), '2026-10-01'), 3)).toEqual(['2026-10-29', '2026-11-26', '2026-12-24'])
  })

  it('are the same day of each month, or the last of a shorter one', () => {
    expect(datesOf(begun(monthly, '2027-01-31'), 4)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(datesOf(begun(monthly, '2027-12-30'), 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
  })

  it('start after today for an older purchase, or on this day', () => {
    expect(nextDue(begun(every(28), '2026-01-01', '2026-06-01'))).toBe('2026-06-18')
    expect(nextDue(begun(every(28), '2026-01-01', '2026-06-18'))).toBe('2026-06-18')
    expect(nextDue(begun(monthly, '2026-01-31', '2026-06-01'))).toBe('2026-06-30')
  })

  it('are one before an end', () => {
    const course = begun({ kind: 'end', lastDay: '2026-12-10', daysBefore: 3 }, '2026-11-10')
    expect(datesOf(course, 3)).toEqual(['2026-12-07'])
    expect(nextDue(afterPurchase(course, '2026-12-07', null))).toBeNull()
    expect(nextDue(afterPurchase(course, '2026-12-05', 30))).toBe('2027-01-01')
    // None is before the day on which it was set, which is not always that of the purchase.
    expect(nextDue(begun({ kind: 'end', lastDay: '2026-12-01', daysBefore: 7 }, '2026-11-10', '2026-11-30'))).toBe(
      '2026-11-30',
    )
    expect(isDue(begun({ kind: 'end', lastDay: '2026-11-11', daysBefore: 3 }, '2026-11-10'), '2026-11-10')).toBe(true)
  })
})

describe('a purchase of the same', () => {
  it('handles what is due, however late, and days count from it', () => {
    const course = begun(every(28), '2026-01-01')
    expect(nextDue(afterPurchase(course, '2026-01-31', null))).toBe('2026-02-28')
    expect(nextDue(afterPurchase(course, '2026-09-01', null))).toBe('2026-09-29')
  })

  it('a few days ahead handles what is due next, an earlier one nothing', () => {
    expect(nextDue(afterPurchase(begun(every(28), '2026-01-01'), '2026-01-22', null))).toBe('2026-02-19')
    expect(nextDue(afterPurchase(begun(every(28), '2026-01-01'), '2026-01-21', null))).toBe('2026-01-29')
    expect(nextDue(afterPurchase(begun(every(7), '2026-01-01'), '2026-01-06', null))).toBe('2026-01-08')
    expect(nextDue(afterPurchase(begun(monthly, '2026-01-31'), '2026-02-21', null))).toBe('2026-03-31')
    expect(nextDue(afterPurchase(begun(monthly, '2026-01-31'), '2026-02-20', null))).toBe('2026-02-28')
  })

  it('counts once, however often it is read', () => {
    const read = (course: Course): Course =>
      ['2026-01-30', '2026-03-02'].reduce((one, day) => afterPurchase(one, day, null), course)
    for (const schedule of [every(30), monthly]) {
      const once = read(begun(schedule, '2026-01-01'))
      expect(read(once)).toEqual(once)
      const skipped = afterSkip(once, '2026-04-05')
      expect(read(skipped)).toEqual(skipped)
    }
  })
})

const zones = fc.constantFrom('UTC', 'America/Mexico_City', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia')
const schedules = fc.oneof(fc.constantFrom(...dayCounts, 1, 10, MOST_DAYS).map(every), fc.constant(monthly))
const START = '2026-01-01'
/** What happens next: the clock moves by so many days, after sleep or by hand, and the user acts on what is due, or not. */
const moves = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 4, arbitrary: fc.integer({ min: 6, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: 365, max: 1200 }) },
  { weight: 2, arbitrary: fc.integer({ min: -400, max: -1 }) },
)
const turns = fc.array(fc.record({ by: moves, act: fc.constantFrom('skip', 'buy', 'wait', 'wait') }), {
  maxLength: 200,
})
const starts = fc.integer({ min: 0, max: 60 }).map((day) => stepPeriod(START, day))

/** Returns the date of a schedule after another, by walking day by day. */
function walk(schedule: Schedule, start: Period, after: Period): Period {
  let day = after
  for (let step = 0; step < 10_000; step += 1) {
    day = stepPeriod(day, 1)
    const isLast = stepPeriod(day, 1).endsWith('-01')
    const passed = (Date.parse(day) - Date.parse(start)) / 86_400_000
    const fits =
      schedule.kind === 'days'
        ? passed % schedule.days === 0
        : day.slice(-2) === start.slice(-2) || (isLast && day.slice(-2) < start.slice(-2))
    if (fits) return day
  }
  throw new Error('No date')
}

describe('over years with sleeps and a clock that is turned', () => {
  it('each date is handled once, alone or together with others, and notified once', () => {
    fc.assert(
      fc.property(zones, schedules, starts, turns, (tz, schedule, start, all) => {
        process.env['TZ'] = tz
        let noted = begun(schedule, start)
        const bought: Bought[] = []
        let today = start
        /** What the user handled: on which day, and until when dates count as handled with it. */
        let handled: { day: Period; to: Period }[] = []
        let notifiedTo: Period | null = null
        const notified = new Set<Period>()
        const isLater = (day: Period): boolean => day > stepPeriod(today, 2)
        for (const { by, act } of all) {
          today = stepPeriod(today, by)
          const course = courseOn(today, noted, bought)
          const due = nextDue(course)
          if (due === null) throw new Error('It never ends')
          // What was handled is not due again, unless the clock was ahead then.
          for (const { day, to } of handled) if (!isLater(day)) expect(due > to).toBe(true)
          expect(due).toBe(
            walk(schedule, course.start, [course.handledTo ?? '', course.start].toSorted().at(-1) ?? start),
          )
          if (notifiedTo !== null && isLater(notifiedTo)) notified.clear()
          if (isNews(course, notifiedTo, today)) {
            // There is a date that was not notified, and no date is notified twice.
            let date: Period = due
            let fresh = 0
            for (; date <= today; date = walk(schedule, course.start, date)) {
              if (!notified.has(date)) fresh += 1
              notified.add(date)
            }
            expect(fresh).toBeGreaterThan(0)
            notifiedTo = today
            expect(isNews(course, notifiedTo, today)).toBe(false)
          }
          // What is handled again replaces it.
          if (act !== 'wait') handled = handled.filter(({ day }) => !isLater(day))
          if (act === 'skip') {
            const skipped = afterSkip(course, today)
            if (due <= today) handled.push({ day: today, to: today })
            else expect(skipped).toBe(course)
            if (skipped !== course) noted = skipped
          } else if (act === 'buy') {
            bought.push({ day: today, validDays: null })
            if (nextDue(courseOn(today, noted, bought)) === due) expect(due > today).toBe(true)
            else handled.push({ day: today, to: schedule.kind === 'month' ? stepPeriod(today, 7) : today })
          }
        }
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
