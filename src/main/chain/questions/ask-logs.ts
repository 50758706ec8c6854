import type { Chain, TokenTransfer } from '../chain.ts'
import { countSame } from '../guard/same-transfer.ts'
import { anyTransfers, isAbsentFromMost, isIncluded, isListedByMost } from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { readApprovals, readTransfers } from '../read/logs/read-logs.ts'
import { readTransferInclusion } from '../read/transactions/read-receipt.ts'

/** The questions about past logs. */
type LogQuestions = Pick<Chain, 'transfersTo' | 'holdsTransfer' | 'transfersFrom' | 'approvalsBy'>

/** Asks every node for past logs, and combines the answers. */
export function askLogs({ askAll, count }: Nodes): LogQuestions {
  return {
    async transfersTo(tokens, to, fromBlock, toBlock) {
      const answers = await askAll((client) => readTransfers(client, tokens, { to }, fromBlock, toBlock), 'search')
      const listed = anyTransfers(answers)
      // `nth` tells equal transfers of one transaction apart: each needs its own evidence.
      const isProven = async (one: TokenTransfer, nth: number): Promise<boolean> =>
        isListedByMost(one, answers, count, nth) ||
        isIncluded(await askAll((client) => readTransferInclusion(client, one, nth)), count)
      return Promise.all(
        listed.map(async (one, index) => ({
          ...one,
          isProven: await isProven(one, countSame(one, listed.slice(0, index + 1))),
        })),
      )
    },
    async holdsTransfer(transfer, times) {
      const answers = await askAll((client) => readTransferInclusion(client, { ...transfer, logIndex: 0 }, times))
      if (isIncluded(answers, count)) return true
      return isAbsentFromMost(answers, count) ? false : null
    },
    transfersFrom: async (tokens, from, fromBlock, toBlock) =>
      anyTransfers(await askAll((client) => readTransfers(client, tokens, { from }, fromBlock, toBlock), 'search')),
    // Any node's findings: each is verified before it counts.
    approvalsBy: async (tokens, owner, fromBlock, toBlock) =>
      (await askAll((client) => readApprovals(client, tokens, owner, fromBlock, toBlock), 'search')).flat(),
  }
}
