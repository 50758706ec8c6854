import type { SendRefusal } from '../../shared/purchases/state.ts'

/** Which node program answers. */
export type NodeName = 'anvil' | 'hardhat' | 'ganache'

/** In what nodes differ, as they were seen to; tests ask of Till what is honest with each. */
export interface NodeTraits {
  /** Blocks between the head and what the node calls final. */
  readonly finalizedBehind: bigint
  /** Whether it knows `eth_simulateV1`. */
  readonly simulates: boolean
  /** Gas that it estimates for coins to an account, which takes 21,000. */
  readonly plainTransferGas: bigint
  /** Whether its `pending` count includes what waits. */
  readonly countsPending: boolean
  /** What Till reads where a replacement offers no higher fee. */
  readonly sameFeeReplacement: SendRefusal
  /** Whether a replacement has to offer 10 % more. */
  readonly needsTenPercent: boolean
  /** Whether it takes what offers less than the base fee, and lets it wait. */
  readonly keepsFeeBelowBase: boolean
  /** Whether it runs a nonce that is used already: nothing about double payment can be judged on such a node. */
  readonly runsUsedNonces: boolean
}

export const nodeTraits: Readonly<Record<NodeName, NodeTraits>> = {
  anvil: {
    // As the sandbox starts it: `--slots-in-an-epoch 1`.
    finalizedBehind: 2n,
    simulates: true,
    plainTransferGas: 21_000n,
    countsPending: true,
    sameFeeReplacement: 'replacement-too-low',
    needsTenPercent: false,
    keepsFeeBelowBase: false,
    runsUsedNonces: false,
  },
  hardhat: {
    finalizedBehind: 0n,
    simulates: false,
    plainTransferGas: 21_001n,
    countsPending: true,
    sameFeeReplacement: 'replacement-too-low',
    needsTenPercent: true,
    keepsFeeBelowBase: true,
    runsUsedNonces: false,
  },
  ganache: {
    finalizedBehind: 0n,
    simulates: false,
    plainTransferGas: 21_000n,
    countsPending: false,
    // It says "transaction underpriced", which elsewhere is about the node's own floor.
    sameFeeReplacement: 'fee-too-low',
    needsTenPercent: true,
    keepsFeeBelowBase: true,
    runsUsedNonces: true,
  },
}
