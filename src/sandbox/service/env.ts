import type { HttpBindings } from '@hono/node-server'

/** What every handler finds in its context: Node's own request and response. */
export interface Env {
  Bindings: HttpBindings
}
