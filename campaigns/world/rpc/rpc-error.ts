/** A node's JSON-RPC error object. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Returns an RpcError as JSON-RPC writes it. Rethrows any other error. */
export function encodeError(error: unknown): object {
  if (!(error instanceof RpcError)) throw error
  const { code, message, data } = error
  return { code, message, ...(data !== undefined && { data }) }
}
