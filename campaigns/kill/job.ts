import type { SimulationOptions } from '../crash/simulation.ts'
import type { Pace } from '../world/fast-clock.ts'

/** What a process of Till is told once it is ready. */
export interface Job extends Pick<SimulationOptions, 'seed' | 'shape' | 'fails' | 'trouble'> {
  readonly ledger: string
  readonly pace: Pace
  readonly finalityDepth: number
  /** Addresses of the chain's nodes, of the service and of the block explorer, served by the parent. */
  readonly nodes: readonly string[]
  readonly service: string
  readonly explorer: string
}

/** File descriptors of the pipes between the two: every line of the child is answered with one. */
export const TO_PARENT = 3
export const FROM_PARENT = 4

/** Answered with the job. */
export const READY = 'ready'
/** The purchase has ended. */
export const RESTED = 'rested'
