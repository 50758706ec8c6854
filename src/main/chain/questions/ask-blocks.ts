import type { Address, Client } from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'
import { coalesce } from '../../../shared/coalesce.ts'
import type { BlockRef, Chain } from '../chain.ts'
import {
  agreedMark,
  agreedBlockStatus,
  contradictions,
  majorityAnswer,
  reachedByMajority,
} from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import {
  readBlockHash,
  readFinalized,
  readNodeBlockStatus,
  type FinalityRule,
  type NodeBlockStatus,
} from '../read/transactions/read-block-status.ts'

/** The questions about blocks. */
type BlockQuestions = Pick<Chain, 'finalized' | 'blockTime' | 'minedNonce' | 'blockStatus' | 'checkNodes'>

/** Asks every node about blocks, and combines the answers. */
export function askBlocks(nodes: Nodes, finality: FinalityRule): BlockQuestions {
  const { askAll, askCompared, count } = nodes
  const finalized = coalesce(async () =>
    reachedByMajority(await askAll((client) => readFinalized(client, finality)), count),
  )

  /** Compares the nodes' blocks at a final height. */
  async function compareBlocks(): Promise<void> {
    const height = await finalized()
    await askCompared(
      (client) => readBlockHash(client, height),
      (answers) => contradictions(answers, Object.is),
    )
  }

  return {
    finalized,
    blockTime: async (blockNumber) =>
      Number(majorityAnswer(await askAll(async (client) => (await getBlock(client, { blockNumber })).timestamp))) *
      1000,
    minedNonce: async (address) => agreedMark(await askAll((client) => readNonce(client, address)), count),
    async blockStatus(block) {
      const answers = await askCompared(
        (client) => readNodeBlockStatus(client, finality, block),
        (given) => contradictions(given.map(certain), Object.is),
      )
      return agreedBlockStatus(answers, count)
    },
    async checkNodes() {
      // A node's failure appears in its report.
      await nodes
        .head('check')
        .then(compareBlocks)
        .catch(() => undefined)
      return nodes.report()
    },
  }
}

/** Returns a node's answer about a block if no other honest node can contradict it, else null. */
function certain(status: NodeBlockStatus): NodeBlockStatus | null {
  return status === 'final' || status === 'gone' ? status : null
}

async function readNonce(client: Client, address: Address): Promise<{ nonce: number; at: BlockRef }> {
  const { number, hash } = await getBlock(client)
  return { nonce: await getTransactionCount(client, { address, blockNumber: number }), at: { number, hash } }
}
