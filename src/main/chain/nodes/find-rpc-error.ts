import { BaseError, HttpRequestError, RpcRequestError } from 'viem'

/** Returns the error object of a node's answer, or null where there was no such answer. */
export function rpcErrorIn(error: unknown): RpcRequestError | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  return found instanceof RpcRequestError ? found : null
}

/** Returns what HTTP said of an exchange that failed, or null where it did not get that far. */
export function httpErrorIn(error: unknown): HttpRequestError | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof HttpRequestError) : null
  return found instanceof HttpRequestError ? found : null
}

const REVERTED = 3
// OpenEthereum answers -32015 "VM execution error." or -32016, elsewhere a rate limit, and says "Reverted" in the data alone.
const revertWords = /\brevert|vm execution error/i

/** Tells whether a contract refused a call. The text is the contract's own, and says nothing about the node. */
export function isReverted({ code, details, data }: RpcRequestError): boolean {
  return code === REVERTED || revertWords.test(details) || (typeof data === 'string' && revertWords.test(data))
}
