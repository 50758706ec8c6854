import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { mergePage, type Reach } from './merge-page.ts'

interface Row {
  readonly id: string
  readonly at: number
}

/** The state of a service's list after any sequence of pages. */
class Known {
  readonly rows = new Map<string, Row>()
  reach: Reach | null = null

  take(list: readonly Row[], number: number, given: { counts: boolean; unread: (id: string) => boolean }): void {
    const came = list.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
    const readable = came.filter(({ id }) => !given.unread(id))
    const rows = readable.map((row) => ({ ...row, isKnown: this.rows.has(row.id) }))
    const newest = this.rows.size === 0 ? null : Math.max(...[...this.rows.values()].map(({ at }) => at))
    for (const row of readable) this.rows.set(row.id, row)
    const counts = given.counts && (number === 1 || came.length > 0)
    this.reach = mergePage(this.reach, {
      size: PAGE_SIZE,
      number,
      currentPage: number,
      rows,
      skipped: came.length - readable.length,
      known: this.rows.size,
      newest,
      totalItems: counts ? list.length : given.counts ? (this.reach?.total ?? null) : null,
      totalPages: counts ? Math.ceil(list.length / PAGE_SIZE) : null,
    })
  }
}

const PAGE_SIZE = 100
const step = fc.oneof(
  fc.record({ kind: fc.constant('sells' as const), count: fc.integer({ min: 1, max: 180 }) }),
  fc.record({ kind: fc.constant('newest' as const) }),
  fc.record({ kind: fc.constant('older' as const) }),
  fc.record({ kind: fc.constant('some page' as const), number: fc.integer({ min: 1, max: 6 }) }),
)
const service = fc.record({
  counts: fc.boolean(),
  order: fc.constantFrom('newest first' as const, 'oldest first' as const, 'none' as const),
  /** Every n-th row is unreadable; 0 is none. */
  bad: fc.constantFrom(0, 0, 7, 130),
  steps: fc.array(step, { maxLength: 25 }),
})

it('never counts a day with unknown purchases as known, and reaches the end of the list in any page order', () => {
  fc.assert(
    fc.property(service, ({ counts, order, bad, steps }) => {
      const known = new Known()
      let sold: Row[] = []
      const unread = (id: string): boolean => bad > 0 && Number(id) % bad === bad - 1
      const shuffled = (id: string): number => (Number(id) * 7919) % 1009
      const list = (): Row[] => {
        if (order === 'newest first') return [...sold].reverse()
        return order === 'oldest first' ? sold : [...sold].sort((a, b) => shuffled(a.id) - shuffled(b.id))
      }
      const readable = (): Row[] => sold.filter(({ id }) => !unread(id))
      /** The rows that existed at the last read; later rows cannot be known. */
      let seen: Row[] = []

      function take(number: number): boolean {
        try {
          known.take(list(), number, { counts, unread })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return false
        }
        if (number === 1) seen = readable()
        return true
      }
      function check(): void {
        const { reach } = known
        const missing = seen.filter(({ id }) => !known.rows.has(id))
        if (reach === null) return
        if (reach.complete && order === 'newest first') expect(missing).toEqual([])
        const { since } = reach
        if (since !== null && order === 'newest first') expect(missing.filter(({ at }) => at > since)).toEqual([])
      }
      const older = (): number => Math.max(2, Math.floor((known.reach?.depth ?? 0) / PAGE_SIZE) + 1)

      for (const one of steps) {
        if (one.kind === 'sells')
          sold = [
            ...sold,
            ...Array.from({ length: one.count }, (_, index) => {
              const id = sold.length + index
              // Several rows share a time.
              return { id: String(id), at: Math.floor(id / 3) }
            }),
          ]
        else if (one.kind === 'newest') take(1)
        // Only pages that continue the known part are ever requested.
        else if (known.reach !== null) take(one.kind === 'older' ? older() : Math.min(one.number, older()))
        check()
      }

      // With no new sales, this many requests read the whole list, and then everything is known.
      take(1)
      for (let presses = 0; presses < 40 && known.reach?.complete === false; presses++) {
        if (!take(older())) break
        check()
      }
      const all = [...known.rows.values()].sort((a, b) => Number(a.id) - Number(b.id))
      if (order === 'newest first') expect(known.reach?.complete).toBe(true)
      if (known.reach?.complete) expect(all).toEqual(readable())
    }),
    { numRuns: 500 },
  )
})

it('takes an empty newest page for the end of the list', () => {
  const empty = {
    number: 1,
    size: 100,
    rows: [],
    skipped: 0,
    totalItems: 0,
    totalPages: 0,
    currentPage: null,
    known: 0,
    newest: null,
  }
  expect(mergePage(null, empty)).toEqual({ depth: 0, moved: 0, since: null, complete: true, skipped: 0, total: 0 })
})
