import type { SimulationOptions } from '../crash/simulation.ts'
import type { Pace } from '../world/fast-clock.ts'

/** The parent's instructions to a process of Till that is ready. */
export interface Job extends Pick<SimulationOptions, 'seed' | 'shape' | 'fails' | 'trouble'> {
  readonly ledger: string
  readonly pace: Pace
  readonly finalityDepth: number
  /** Addresses of the chain's nodes, the service and the block explorer, which the parent serves. */
  readonly nodes: readonly string[]
  readonly service: string
  readonly explorer: string
}

/** File descriptors of the pipes between the two. The parent answers every line of the child with one. */
export const TO_PARENT = 3
export const FROM_PARENT = 4

/** The parent answers it with the job. */
export const READY = 'ready'
/** The purchase has settled. */
export const RESTED = 'rested'
