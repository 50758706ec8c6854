import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionView } from '../../../shared/services/views.ts'
import { createConnectionMonitor, type ConnectionMonitor } from './connection-monitor.ts'

let clock: number
let emitted: ConnectionView['service'][]
let monitor: ConnectionMonitor
beforeEach(() => {
  clock = Date.UTC(2030, 0, 1, 12)
  emitted = []
  monitor = createConnectionMonitor(
    () => clock,
    ({ service }) => emitted.push(service),
  )
})

describe('a slow request that is given up', () => {
  it('leaves the state and its time as they were', () => {
    monitor.note(null)
    const before = monitor.view()
    clock += 60_000
    const giveUp = monitor.slow()
    expect(monitor.view()).toMatchObject({ service: 'waiting', error: null })
    giveUp()
    expect(monitor.view()).toEqual(before)
    expect(emitted).toEqual(['online', 'waiting', 'online'])
  })

  it('leaves the connection waiting as long as another slow one is unanswered', () => {
    const slow = [monitor.slow(), monitor.slow()]
    slow[0]?.()
    slow[0]?.()
    expect(monitor.view().service).toBe('waiting')
    slow[1]?.()
    expect(emitted).toEqual(['waiting', 'unknown'])
  })

  it('does not undo what another request’s answer told meanwhile', () => {
    monitor.note(null)
    const giveUp = monitor.slow()
    monitor.note('service-down')
    giveUp()
    expect(monitor.view()).toMatchObject({ service: 'trouble', error: 'service-down' })
    expect(emitted).toEqual(['online', 'waiting', 'trouble'])
  })

  it('hides no worse state, and changes nothing then', () => {
    monitor.note('service-rate-limited')
    monitor.slow()()
    expect(monitor.view()).toMatchObject({ service: 'waiting', error: 'service-rate-limited' })
    expect(emitted).toEqual(['waiting'])
  })
})
