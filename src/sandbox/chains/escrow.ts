import { encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { deployData } from './artefact.ts'

/** The generation of a router, vault and manager. */
export type Generation = '1' | '1.1'

const parts = ['router', 'vault', 'manager'] as const

/** The addresses of the play escrow. */
export interface Escrow {
  /** The only contract that users call and approve. */
  readonly router: Address
  readonly vault: Address
  readonly manager: Address
  readonly registry: Address
  readonly tokenRegistry: Address
  /** The implementations of router, vault and manager, by generation. */
  readonly code: Readonly<Record<Generation, Readonly<Record<(typeof parts)[number], Address>>>>
  /** The implementations of the two registries. */
  readonly registryCode: Address
  readonly tokenRegistryCode: Address
}

const startAbi = {
  registry: parseAbi(['function start(address owner)']),
  vault: parseAbi(['function start(address router, address manager, address registry)']),
  router: parseAbi(['function start(address owner, address vault, address registry, address tokens)']),
  manager: parseAbi(['function start(address operator, address vault)']),
}

/** The contracts in the order of their creation by one account. */
const order = [
  'registryCode',
  'tokenRegistryCode',
  'router1',
  'vault1',
  'manager1',
  'router1.1',
  'vault1.1',
  'manager1.1',
  'registry',
  'tokenRegistry',
  'router',
  'vault',
  'manager',
] as const

/** Returns the escrow's future addresses, given the address of each creation. */
export function prepareEscrow(address: (index: number) => Address): Escrow {
  const at = (name: (typeof order)[number]): Address => address(order.indexOf(name))
  return {
    router: at('router'),
    vault: at('vault'),
    manager: at('manager'),
    registry: at('registry'),
    tokenRegistry: at('tokenRegistry'),
    registryCode: at('registryCode'),
    tokenRegistryCode: at('tokenRegistryCode'),
    code: {
      '1': { router: at('router1'), vault: at('vault1'), manager: at('manager1') },
      '1.1': { router: at('router1.1'), vault: at('vault1.1'), manager: at('manager1.1') },
    },
  }
}

/** Returns the data of the transactions that create the escrow, in order. `operator` owns it; it starts as generation 1. */
export function escrowCreations(escrow: Escrow, operator: Address): Hex[] {
  const proxy = (code: Address, start: Hex): Hex => deployData('EscrowProxy', [operator, code, start])
  const { router, vault, manager, registry, tokenRegistry, code } = escrow
  const owned = encodeFunctionData({ abi: startAbi.registry, args: [operator] })
  return [
    deployData('EscrowRegistry'),
    deployData('EscrowTokenRegistry'),
    ...(['V1', 'V1_1'] as const).flatMap((generation) =>
      ['Router', 'Vault', 'Manager'].map((part) => deployData(`Escrow${part}${generation}`)),
    ),
    proxy(escrow.registryCode, owned),
    proxy(escrow.tokenRegistryCode, owned),
    proxy(
      code['1'].router,
      encodeFunctionData({ abi: startAbi.router, args: [operator, vault, registry, tokenRegistry] }),
    ),
    proxy(code['1'].vault, encodeFunctionData({ abi: startAbi.vault, args: [router, manager, registry] })),
    proxy(code['1'].manager, encodeFunctionData({ abi: startAbi.manager, args: [operator, vault] })),
  ]
}

/** Returns the operator's calls that upgrade router, vault and manager to a generation; their storage stays. */
export function upgradeCalls(escrow: Escrow, generation: Generation): { to: Address; data: Hex }[] {
  const abi = parseAbi(['function upgradeTo(address implementation)'])
  return parts.map((part) => ({
    to: escrow[part],
    data: encodeFunctionData({ abi, args: [escrow.code[generation][part]] }),
  }))
}
