import type { Hex } from 'viem'
import { readTransaction } from '../sim-transaction.ts'
import type { Condition } from './add-noise.ts'
import { heightIn, type Answer } from './behind.ts'
import { noFinalized, noSimulation, unclearSend } from './refusals.ts'
import type { Question } from './respond.ts'
import { encodeError } from './rpc-error.ts'
import { wordRefusal, type ClientName } from './wordings.ts'

/** One machine that passes on the answers of a real node. */
export interface Machine extends Condition {
  readonly client: ClientName
  readonly chainId: number
  /** The age of a transaction in blocks from which this machine knows that it was mined. */
  readonly receiptDelay: number
}

/** Refuses a question before it reaches the real node; null if the machine answers it. */
export function refuse({ id, method, params }: Question, { has, recordFault }: Machine): Answer | null {
  if (method === 'eth_simulateV1' && has('simulate-unsupported')) {
    recordFault('simulate-unsupported')
    return { id, error: encodeError(noSimulation()) }
  }
  if (method === 'eth_getBlockByNumber' && params?.[0] === 'finalized' && has('finalized-unsupported')) {
    recordFault('finalized-unsupported')
    return { id, error: encodeError(noFinalized()) }
  }
  return null
}

/** Alters the real node's answer; `height` is its newest block. */
export async function alterAnswer(
  question: Question,
  answer: Answer,
  machine: Machine,
  height: number,
): Promise<Answer> {
  const { has, recordFault } = machine
  if (answer.result === undefined || answer.result === null) return answer
  switch (question.method) {
    case 'eth_getTransactionReceipt':
    case 'eth_getTransactionByHash': {
      const minedAt = heightIn(answer.result)
      if (minedAt === null || height - minedAt >= machine.receiptDelay || !has('receipt-late')) return answer
      recordFault('receipt-late')
      return { ...answer, result: null }
    }
    case 'eth_getLogs':
      if (!Array.isArray(answer.result) || answer.result.length === 0 || !has('logs-absent')) return answer
      recordFault('logs-absent')
      return { ...answer, result: [] }
    case 'eth_sendRawTransaction':
      return alterSent(question, answer, machine)
    default:
      return answer
  }
}

/** Answers as if the node had not taken the bytes, or had known them before. */
async function alterSent({ id, params }: Question, accepted: Answer, machine: Machine): Promise<Answer> {
  const { has, recordFault, client, chainId } = machine
  if (has('send-failed')) {
    recordFault('send-failed')
    return { id, error: encodeError(unclearSend()) }
  }
  if (!has('already-known')) return accepted
  recordFault('already-known')
  const sent = await readTransaction(params?.[0] as Hex, chainId)
  return { id, error: encodeError(wordRefusal(client, 'already-known', sent, sent.nonce)) }
}
