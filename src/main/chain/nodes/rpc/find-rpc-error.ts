import { BaseError, HttpRequestError, RpcRequestError } from 'viem'

/** Returns the error object of a node's answer, or null if there is none. */
export function rpcErrorIn(error: unknown): RpcRequestError | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  return found instanceof RpcRequestError ? found : null
}

/** Returns the HTTP error of a failed exchange, or null if it did not get that far. */
export function httpErrorIn(error: unknown): HttpRequestError | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof HttpRequestError) : null
  return found instanceof HttpRequestError ? found : null
}

const REVERTED = 3
// OpenEthereum answers -32015 "VM execution error." or -32016, which means a rate limit elsewhere, and says "Reverted" only in the data.
const revertPattern = /\brevert|vm execution error/i

/** Returns whether a contract reverted. The text is the contract's own, and says nothing about the node. */
export function isReverted({ code, details, data }: RpcRequestError): boolean {
  return code === REVERTED || revertPattern.test(details) || (typeof data === 'string' && revertPattern.test(data))
}
