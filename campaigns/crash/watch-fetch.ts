import type { Fetch } from '../../src/main/chain/nodes/rpc/rpc-exchange.ts'
import type { Points } from './points.ts'

/** Wraps a fetch in a point before and after each RPC exchange, named after its methods. */
export function watchFetch(real: Fetch, points: Points, where: () => string): Fetch {
  return async (url, init) => {
    const name = nameOf(String(init.body))
    points.pass(`${name} ${where()}: before`)
    try {
      return await real(url, init)
    } finally {
      points.pass(`${name} ${where()}: after`)
    }
  }
}

/** Names an exchange by its methods, each once. */
function nameOf(body: string): string {
  const questions = [JSON.parse(body) as { readonly method: string } | { readonly method: string }[]].flat()
  return `rpc ${[...new Set(questions.map(({ method }) => method))].sort().join(', ')}`
}
