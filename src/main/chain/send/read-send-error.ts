import type { SendRefusal } from '../../../shared/purchases/state.ts'
import { rpcErrorIn } from '../nodes/rpc/find-rpc-error.ts'

/** A node's answer to a transaction: a refusal, `accepted` if it has it, `unclear` if it does not say. */
export type SendAnswer = SendRefusal | 'accepted' | 'unclear'

// The wordings of geth, reth, nethermind, besu, erigon, nitro, Linea and Scroll, as smartcontractkit/chainlink-evm (pkg/client/errors.go)
// and OpenZeppelin's relayer (src/constants/evm_transaction.rs) collect them, and those of Anvil, Hardhat and Ganache as recorded by `npm
// run test:nodes`. Order matters: "replacement transaction underpriced" is not about the network's own floor. Codes are ignored: clients
// use one number for different things.
const wordings: readonly (readonly [RegExp, SendAnswer])[] = [
  [/(?<!un)known transaction|already ?(?:known|imported|exists)|existing tx(?:n)? with same hash/, 'accepted'],
  [/replacement (?:transaction|gas)|could not replace|replacementnotallowed/, 'replacement-too-low'],
  [/nonce too low|oldnonce|nonce has already been used/, 'unclear'],
  [/nonce too high|noncegap|gapped.nonce|nonce gap/, 'waits-for-earlier'],
  [/in-flight transaction limit|delegat|(?:authority|address) already reserved/, 'waits-for-earlier'],
  [
    /black ?list|prohibited list|spammer|not an eoa|(?:sender|recipient|account|address)\b.*\b(?:denied|blocked|not authori[sz]ed)|denied address/,
    'account-refused',
  ],
  [/insufficient ?funds|upfront cost|exceeds (?:the )?balance|insufficient balance/, 'insufficient-funds'],
  [/intrinsic ?gas(?! too high)|floor data gas|(?<!per)gas too low|requires at least \d+ gas/, 'gas-too-low'],
  [
    /exceeds block gas limit|gaslimitexceeded|gas (?:limit )?(?:is )?too high|(?:max|cap).*gas limit|gas limit.*(?:cap|max)|gas limit (?:reached|exceeded)/,
    'gas-too-high',
  ],
  [/exceeds the configured cap|transaction fee cap exceeded/, 'fee-above-node-cap'],
  [
    /underpriced|fee ?too ?low|gas price (?:too low|below)|tip cap|minimum (?:required|needed)|less than block base fee|below (?:configured|current)/,
    'fee-too-low',
  ],
  [/pool is full|pool overflow|queue full|pool full|sequencer temporarily not available/, 'network-busy'],
  // Linea's sequencer says "Invalid transaction: …" if its own simulation fails; other clients start any refusal with it.
  [
    /(?:wrong|invalid|incorrect) chain ?id|replay-protected|type not supported|calldata .*(?:max|large)|oversized data|invalid (?:sender|signature|transaction)/,
    'not-valid-here',
  ],
]

/** Reads a node's answer to a transaction that it did not simply accept. */
export function readSendError(error: unknown): SendAnswer {
  const answer = rpcErrorIn(error)
  if (answer === null) return 'unclear'
  return meaningOf(answer.details) ?? 'unclear'
}

/** Returns whether a text is a known answer to a transaction, whatever it means. */
export function isSendAnswer(text: string): boolean {
  return meaningOf(text) !== undefined
}

function meaningOf(text: string): SendAnswer | undefined {
  return wordings.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1]
}

/** Returns why no node accepts a transaction; null if one did, or if none gives a reason. */
export function agreedRefusal(answers: readonly SendAnswer[]): SendRefusal | null {
  if (answers.includes('accepted')) return null
  const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== 'accepted' && answer !== 'unclear'
  return answers.find(isRefusal) ?? null
}
