import { RpcError } from './rpc-error.ts'

/** Returns the error of a node that does not know which block is final. */
export const noFinalized = (): RpcError => new RpcError(-32_000, 'finalized block not found')

/** Returns the error of a node that cannot try a bundle out. */
export const noSimulation = (): RpcError =>
  new RpcError(-32_601, 'the method eth_simulateV1 does not exist/is not available')

/** Returns the error of a node that asks for the state of a block it does not have. */
export const noHeader = (): RpcError => new RpcError(-32_000, 'header not found')

/** Returns the error after which nobody knows whether the bytes were taken. */
export const unclearSend = (): RpcError => new RpcError(-32_000, 'timeout: the sequencer did not answer')

/** Returns the error of a node that gave up on a question for logs. */
export const lateLogs = (): RpcError => new RpcError(-32_000, 'context deadline exceeded')

/** Returns the error of a node that takes nothing of an account, or for it. */
export const refusedAccount = (): RpcError => new RpcError(-32_000, 'sender or to in black list')
