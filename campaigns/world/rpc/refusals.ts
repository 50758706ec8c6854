import { RpcError } from './rpc-error.ts'

/** Returns the error of a node that does not know the final block. */
export const noFinalized = (): RpcError => new RpcError(-32_000, 'finalized block not found')

/** Returns the error of a node that cannot simulate a bundle. */
export const noSimulation = (): RpcError =>
  new RpcError(-32_601, 'the method eth_simulateV1 does not exist/is not available')

/** Returns the error of a node about the state of a block that it does not have. */
export const noHeader = (): RpcError => new RpcError(-32_000, 'header not found')

/** Returns an error that leaves open whether the node took the bytes. */
export const unclearSend = (): RpcError => new RpcError(-32_000, 'timeout: the sequencer did not answer')

/** Returns the error of a node that gave up searching logs. */
export const lateLogs = (): RpcError => new RpcError(-32_000, 'context deadline exceeded')

/** Returns the error of a node that accepts nothing from an account, or to it. */
export const refusedAccount = (): RpcError => new RpcError(-32_000, 'sender or to in black list')
