import type { Hash } from 'viem'
import type { Chain, NonceUse } from '../chain.ts'
import {
  agreedNonceUse,
  agreedReceipt,
  agreedSent,
  contradictions,
  isAbsentFromMost,
  isIncluded,
  isSameEnd,
  majorityOfAll,
  withoutOwn,
} from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { readNonceUse, readNonceUseIn, type SoughtNonce } from '../read/nonces/read-nonce-use.ts'
import { readAbsence } from '../read/transactions/read-absence.ts'
import { readInclusion, readIsInBlock, readReceipt } from '../read/transactions/read-receipt.ts'
import { readSent } from '../read/transactions/read-sent.ts'
import { readSignedBytes } from '../read/transactions/read-signed-bytes.ts'

/** The questions about an account's own transactions. */
type TransactionQuestions = Pick<Chain, 'receipt' | 'isUnmined' | 'nonceUse' | 'sent' | 'signedBytes' | 'isInBlock'>

/** Asks every node about an account's own transactions, and combines the answers. */
export function askTransactions({ askAll, askCompared, count }: Nodes, chainId: number): TransactionQuestions {
  /** Returns whether any node shows that a transaction reverted: then the logs that another node shows prove nothing. */
  const isShownReverted = async (hash: Hash): Promise<boolean> =>
    (await askAll((client) => readReceipt(client, hash))).some((receipt) => receipt?.succeeded === false)

  /** Returns the use of a nonce that most nodes show in a block: without old states they cannot search for it. Else null. */
  async function findBacked(sought: SoughtNonce, block: bigint): Promise<NonceUse | null> {
    const shown = agreedNonceUse(await askAll((client) => readNonceUseIn(client, sought, block)), sought.own, count)
    return shown?.isBacked === true ? shown : null
  }

  return {
    async receipt(hash) {
      const answers = await askCompared(
        (client) => readReceipt(client, hash),
        (given) => contradictions(given, isSameEnd),
      )
      const receipt = agreedReceipt(answers, count)
      if (receipt === null || answers.every((answer) => answer !== null)) return receipt
      // Nodes that do not know it may have pruned it: their block still has it.
      return isIncluded(await askAll((client) => readInclusion(client, receipt)), count) ? receipt : null
    },
    isUnmined: async (lost) => isAbsentFromMost(await askAll((client) => readAbsence(client, lost)), count),
    async nonceUse(account, nonce, own) {
      const sought = { chainId, account, nonce, own }
      const answers = await askAll((client) => readNonceUse(client, sought), 'search')
      const found = agreedNonceUse(answers, own, count)
      const use = found && { ...found, emitted: found.emitted && !(await isShownReverted(found.hash)) }
      if (use === null || use.isBacked) return use
      if (!own.includes(use.hash)) return (await findBacked(sought, use.block.number)) ?? use
      // Nodes that do not find it by its hash still have it in their block, or their block contradicts it.
      const included = { hash: use.hash, blockNumber: use.block.number, blockHash: use.block.hash }
      const inclusions = await askAll((client) => readInclusion(client, included))
      if (isIncluded(inclusions, count)) return use
      return isAbsentFromMost(inclusions, count) ? agreedNonceUse(withoutOwn(answers, own), own, count) : null
    },
    sent: async (account, hash) => agreedSent(await askAll((client) => readSent(client, account, hash)), count),
    // Their hash proves them, whichever node shows them.
    signedBytes: async (hash, block) =>
      (await askAll((client) => readSignedBytes(client, hash, block))).find((raw) => raw !== null) ?? null,
    isInBlock: async (hash, block) =>
      majorityOfAll(await askAll((client) => readIsInBlock(client, hash, block)), count) ?? false,
  }
}
