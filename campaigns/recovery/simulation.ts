import type { Address } from 'viem'
import { createSimClock, type SimClock } from '../world/clock.ts'
import { createManyChain, type ManyChain } from './many-chain.ts'
import { createManyService, type ManyService } from './many-service.ts'

/** Everything outside of a Till with many open purchases: two services, two networks, and the wallets that it has had. */
export interface Simulation {
  readonly clock: SimClock
  readonly chains: readonly [ManyChain, ManyChain]
  readonly services: Readonly<Record<ServiceName, ManyService>>
  readonly wallets: readonly Address[]
}

export const serviceNames = ['north', 'south'] as const
export type ServiceName = (typeof serviceNames)[number]

export const CHAIN_IDS = [7_001, 7_002] as const
export const TREASURY: Address = `0x${'d'.repeat(40)}`
export const TOKEN: Address = `0x${'a'.repeat(40)}`

/** Builds a simulation whose services accept `requestsPerHour` requests each. */
export function openSimulation(requestsPerHour: number): Simulation {
  const clock = createSimClock()
  return {
    clock,
    chains: [createManyChain(clock, CHAIN_IDS[0]), createManyChain(clock, CHAIN_IDS[1])],
    services: {
      north: createManyService(clock, requestsPerHour),
      south: createManyService(clock, requestsPerHour),
    },
    wallets: ['1', '2', '3'].map((digit): Address => `0x${digit.repeat(40)}`),
  }
}
