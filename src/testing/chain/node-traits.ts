import type { SendRefusal } from '../../shared/purchases/state.ts'

/** The node programs. */
export type NodeName = 'anvil' | 'hardhat' | 'ganache'

/** How nodes were observed to differ. Tests expect of Till what is right for each. */
export interface NodeTraits {
  /** Blocks between the head and the node's `finalized` block. */
  readonly finalizedBehind: bigint
  /** Whether it supports `eth_simulateV1`. */
  readonly simulates: boolean
  /** The gas that it estimates for a native transfer to an account, which takes 21,000. */
  readonly plainTransferGas: bigint
  /** Whether its `pending` count includes the transactions in its pool. */
  readonly countsPending: boolean
  /** How Till classifies the error for a replacement without a higher fee. */
  readonly sameFeeReplacement: SendRefusal
  /** Whether a replacement must pay at least 10 % more. */
  readonly needsTenPercent: boolean
  /** Whether it keeps a transaction that pays less than the base fee in its pool. */
  readonly keepsFeeBelowBase: boolean
  /** Whether it runs a nonce that is used already. Such a node proves nothing about double payments. */
  readonly runsUsedNonces: boolean
}

export const nodeTraits: Readonly<Record<NodeName, NodeTraits>> = {
  anvil: {
    // The sandbox starts it with `--slots-in-an-epoch 1`.
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
    // It says "transaction underpriced", which other nodes say of their own minimum fee.
    sameFeeReplacement: 'fee-too-low',
    needsTenPercent: true,
    keepsFeeBelowBase: true,
    runsUsedNonces: true,
  },
}
