import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Hash } from 'viem'
import { AppError } from '../../src/shared/errors.ts'
import type { ServiceCalls } from '../world/sim-service.ts'
import type { Simulation } from '../crash/simulation.ts'
import { ConnectionDroppedError } from '../world/rpc/respond.ts'
import type { Job } from './job.ts'
import { decode, encode } from './wire.ts'

/** A simulation that other processes of this machine reach over HTTP. */
export interface ServedSimulation extends Pick<Job, 'nodes' | 'service' | 'explorer'> {
  close(): Promise<void>
}

/** Serves a simulation on a free port of the loopback interface. */
export async function serveSimulation(simulation: Simulation): Promise<ServedSimulation> {
  const server = createServer((request, response) => void answer(simulation, request, response))
  // A kept-alive connection could be closed just as the next request arrives.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    nodes: simulation.network.urls.map((_, index) => `${home}/nodes/${index}`),
    service: `${home}/service`,
    explorer: `${home}/explorer`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(simulation: Simulation, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const left = new AbortController()
  response.on('close', () => left.abort())
  try {
    const body = await text(request)
    const [, target, name = ''] = (request.url ?? '').split('/')
    if (target === 'service') return void response.end(callService(simulation, name, body))
    if (target === 'explorer') return void response.end(encode(simulation.isMined(decode(body) as Hash)))
    const { fetch, urls } = simulation.network
    const answered = await fetch(urls[Number(name)] ?? '', { body, signal: left.signal })
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    await pipeline(answered.body ?? [], response)
  } catch (error) {
    if (error instanceof ConnectionDroppedError) return void response.destroy()
    // A client that left or was killed needs no answer. Any other error is a bug of the simulation and ends the campaign.
    if (!left.signal.aborted) throw error
  }
}

function callService({ service }: Simulation, name: string, body: string): string {
  const call = service[name as keyof ServiceCalls] as (...input: unknown[]) => unknown
  try {
    return encode({ value: call(...(decode(body) as unknown[])) })
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return encode({ thrown })
  }
}
