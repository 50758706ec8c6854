import type { HttpBindings } from '@hono/node-server'

/** The context of every handler: Node's own request and response. */
export interface Env {
  Bindings: HttpBindings
}
