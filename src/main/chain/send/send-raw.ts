import { keccak256, type Hex, type Client } from 'viem'
import { getTransaction, sendRawTransaction } from 'viem/actions'
import { readSendError, type SendAnswer } from './read-send-error.ts'
import { isNodesAnswer } from '../nodes/rpc/rpc-errors.ts'

/** Sends signed bytes to one node and reads its answer; throws if the node is unreachable. */
export async function sendRaw(client: Client, raw: Hex): Promise<SendAnswer> {
  try {
    await sendRawTransaction(client, { serializedTransaction: raw })
    return 'accepted'
  } catch (error) {
    if (!isNodesAnswer(error)) throw error
    const answer = readSendError(error)
    return mayMeanItself(answer) && (await isKnown(client, raw)) ? 'accepted' : answer
  }
}

/** Some nodes compare resent bytes with themselves, and find the fee no higher (Ganache). */
function mayMeanItself(answer: SendAnswer): boolean {
  return answer === 'fee-too-low' || answer === 'replacement-too-low'
}

async function isKnown(client: Client, raw: Hex): Promise<boolean> {
  const hash = keccak256(raw)
  try {
    return (await getTransaction(client, { hash })).hash === hash
  } catch (error) {
    if (isNodesAnswer(error)) return false
    throw error
  }
}
