import type { Hash } from 'viem'
import { account, type World } from '../crash/simulation.ts'
import { createFastClock } from '../world/fast-clock.ts'
import { createRandom } from '../world/random.ts'
import type { ServiceCalls } from '../world/sim-service.ts'
import type { Job } from './job.ts'
import { decode, encode } from './wire.ts'

/** Connects to the parent's simulation. Calls `onExplorer` if the person would read whole blocks, which the parent does not serve. */
export function reachSimulation(job: Job, onExplorer: () => never): World {
  return {
    shape: job.shape,
    trouble: job.trouble,
    account,
    others: new Set<Hash>(),
    clock: createFastClock(job.pace),
    random: createRandom(job.seed),
    chain: { finalityDepth: job.finalityDepth, blocks: onExplorer, pool: onExplorer },
    isMined: async (hash) => {
      const response = await fetch(job.explorer, { method: 'POST', body: encode(hash) })
      return decode(await response.text()) === true
    },
    network: { urls: job.nodes, fetch },
    service: {
      quote: ask(job, 'quote'),
      register: ask(job, 'register'),
      list: ask(job, 'list'),
      read: ask(job, 'read'),
    },
  }
}

function ask<K extends keyof ServiceCalls>(
  { service }: Job,
  name: K,
): (...input: Parameters<ServiceCalls[K]>) => Promise<ReturnType<ServiceCalls[K]>> {
  return async (...input) => {
    const response = await fetch(`${service}/${name}`, { method: 'POST', body: encode(input) })
    const answer = decode(await response.text()) as { value: ReturnType<ServiceCalls[K]> } | { thrown: unknown }
    if ('thrown' in answer) throw answer.thrown
    return answer.value
  }
}
