import type { Statement } from 'better-sqlite3'
import type { WritableDb } from '../../src/main/db/connections.ts'
import type { WatchedDisk } from './ledger-fault.ts'
import type { Points } from './points.ts'

/** Wraps a ledger in a point before and after each commit. Points are named after the purchase's events, or the tables written to. */
export function watchLedger(real: WritableDb, points: Points, disk: WatchedDisk | null): WritableDb {
  const tables: string[] = []
  const events: string[] = []

  function note(sql: string, parameters: readonly unknown[]): void {
    const table = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(sql)?.[1] ?? 'something'
    if (table === 'purchase_events') events.push(eventOf(parameters))
    else tables.push(table === 'steps' && sql.trimStart().startsWith('UPDATE') ? `step ${stateOf(parameters)}` : table)
  }

  function nextName(): string {
    const name = [...new Set(events.length > 0 ? events : tables)].join(', ')
    events.length = 0
    tables.length = 0
    return `commit ${name}`
  }

  function beforeCommit(label: string): void {
    points.pass(`${label}: before`)
    disk?.write()
  }

  function watchStatement(statement: Statement): Statement {
    const watched: Statement = new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...parameters: unknown[]): unknown => {
          points.alive()
          disk?.read()
          const run = (): unknown => Reflect.apply(value, target, parameters)
          if (name !== 'run') {
            const result = run()
            // As `pluck` does.
            return result === target ? watched : result
          }
          note(target.source, parameters)
          if (real.inTransaction) return run()
          const label = nextName()
          beforeCommit(label)
          const result = run()
          points.pass(`${label}: after`)
          return result
        }
      },
    })
    return watched
  }

  function watchTransaction(work: (...parameters: unknown[]) => unknown): unknown {
    const outermost = (mode: 'deferred' | 'immediate' | 'exclusive', parameters: readonly unknown[]): unknown => {
      points.alive()
      if (real.inTransaction) return work(...parameters)
      let label: string | null = null
      const result = real
        .transaction((...given: unknown[]) => {
          tables.length = 0
          events.length = 0
          const answer = work(...given)
          if (tables.length + events.length > 0) beforeCommit((label = nextName()))
          return answer
        })
        [mode](...parameters)
      if (label !== null) points.pass(`${String(label)}: after`)
      return result
    }
    return Object.assign((...parameters: unknown[]) => outermost('deferred', parameters), {
      deferred: (...parameters: unknown[]) => outermost('deferred', parameters),
      immediate: (...parameters: unknown[]) => outermost('immediate', parameters),
      exclusive: (...parameters: unknown[]) => outermost('exclusive', parameters),
    })
  }

  return new Proxy(real, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => watchStatement((points.alive(), target.prepare(sql)))
      if (name === 'transaction') return watchTransaction
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Returns the new state of a step. Throws if the statement names none, since cuts of different states would count as one. */
function stateOf([named]: readonly unknown[]): string {
  const { state } = named as { state?: unknown }
  if (typeof state !== 'string') throw new Error('A step update names no state')
  return state
}

function eventOf(parameters: readonly unknown[]): string {
  const json = parameters.find((one) => typeof one === 'string' && one.startsWith('{'))
  const { type, reason } = JSON.parse(String(json)) as { type: string; reason?: string }
  return reason === undefined ? type : `${type} ${reason}`
}
