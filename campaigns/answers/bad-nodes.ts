import type { NetworkKey, SandboxControls } from '../../src/testing/purchases/sandbox-controls.ts'
import type { TillOptions } from '../../src/testing/purchases/context.ts'
import { systemTimer } from '../../src/shared/timer.ts'
import { createRandom } from '../world/random.ts'
import { drawRealNetwork } from '../world/rpc/draw-real-network.ts'
import { openRealNetwork, type RealNetwork } from '../world/rpc/open-real-network.ts'

/** Timeout of an exchange in milliseconds; a hanging exchange delays everything by as much. */
const RPC_MS = 1_000

/** Opens two or three addresses of `key`. The name of a case decides their faults, which begin later. */
export function openBadNodes(
  sandbox: SandboxControls,
  key: NetworkKey,
  name: string,
): { readonly nodes: RealNetwork; readonly options: TillOptions } {
  const random = createRandom(seedOf(name))
  const nodes = openRealNetwork({
    url: sandbox.rpcUrl(key),
    chainId: sandbox.network(key).chainId,
    random,
    timer: systemTimer,
    ...drawRealNetwork(random),
  })
  const rpcUrls = (networkKey: NetworkKey): readonly string[] =>
    networkKey === key ? nodes.urls : [sandbox.rpcUrl(networkKey)]
  return { nodes, options: { rpcUrls, rpcMs: RPC_MS, fetch: nodes.fetch } }
}

/** Returns the FNV-1a hash of the name's UTF-16 units. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
