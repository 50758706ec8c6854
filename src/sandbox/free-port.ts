import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true })
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/** Returns whether `port` becomes free within `milliseconds`: its last user may be about to exit. */
export async function becomesFree(port: number, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds
  while (!(await isFree(port))) {
    if (Date.now() > until) return false
    await wait(50)
  }
  return true
}

/** Returns a free port of the loopback. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
