import type { Chain } from '../chain.ts'
import { majorityAnswer, majorityOfAll } from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { readEscrowDeposit } from '../read/escrow/read-escrow-deposit.ts'
import { readEscrowRecord } from '../read/escrow/read-escrow-record.ts'
import { readEscrowShares } from '../read/escrow/read-escrow-fee.ts'
import { readEscrowRefund } from '../read/escrow/read-escrow-refund.ts'
import { readEscrowWithdrawals } from '../read/escrow/read-escrow-withdrawals.ts'

/** The questions about an escrow. */
type EscrowQuestions = Pick<Chain, 'escrowShares' | 'escrowDeposit' | 'escrowRefund' | 'escrowWithdrawals'>

/** Asks every node about an escrow, and combines the answers. */
export function askEscrow({ askAll, count }: Nodes): EscrowQuestions {
  return {
    escrowShares: async (question) => majorityAnswer(await askAll((client) => readEscrowShares(client, question))),
    escrowDeposit: async (question) =>
      majorityOfAll(await askAll((client) => readEscrowDeposit(client, question)), count) ??
      majorityOfAll(await askAll((client) => readEscrowRecord(client, question)), count),
    escrowRefund: async (question) => majorityAnswer(await askAll((client) => readEscrowRefund(client, question))),
    escrowWithdrawals: async (question) =>
      majorityOfAll(await askAll((client) => readEscrowWithdrawals(client, question)), count) ?? [],
  }
}
