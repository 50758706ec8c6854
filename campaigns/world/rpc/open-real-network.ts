import type { SimClock } from '../clock.ts'
import type { Random } from '../random.ts'
import { addNoise } from './add-noise.ts'
import { alterAnswer, refuse, type Machine } from './alter-answer.ts'
import { askBehind, heightIn, hideNewer, type Answer, type Heads } from './behind.ts'
import { isActive, type Episode, type NodeFault } from './node-faults.ts'
import type { RpcNetwork } from './open-rpc-network.ts'
import { noHeader } from './refusals.ts'
import { respond, type Question } from './respond.ts'
import { encodeError } from './rpc-error.ts'
import type { Limits } from './view.ts'
import type { ClientName } from './wordings.ts'

/** One address in front of a real node. */
export interface RealNodeSpec extends Pick<Limits, 'lag' | 'receiptDelay'> {
  readonly client: ClientName
}

export interface RealNetworkOptions {
  /** The address of the real node. */
  readonly url: string
  readonly chainId: number
  readonly random: Random
  readonly nodes: readonly RealNodeSpec[]
  /** Measured in exchanges of each node since `begin`. */
  readonly episodes: readonly Episode[]
  readonly timer: SimClock['timer']
  /** Reaches the real node. Default: the platform's own. */
  readonly fetch?: RpcNetwork['fetch']
}

/** Addresses in front of one real node, all of them sound before `begin`. */
export interface RealNetwork extends RpcNetwork {
  begin(): void
}

/** Opens addresses that answer like the real node of `url`, as far as their faults allow. */
export function openRealNetwork(options: RealNetworkOptions): RealNetwork {
  const { url, random, nodes, episodes, timer, chainId, fetch: reach = fetch } = options
  const recordedFaults = new Map<NodeFault, number>()
  const note = (kind: NodeFault): void => void recordedFaults.set(kind, (recordedFaults.get(kind) ?? 0) + 1)
  const urls = nodes.map((_, index) => new URL(`node-${index}`, url).href)
  const exchanges = nodes.map(() => -1)
  let begun = false

  async function forward(questions: readonly Question[], signal: AbortSignal | null): Promise<readonly Answer[]> {
    if (questions.length === 0) return []
    const headers = { 'content-type': 'application/json' }
    const response = await reach(url, { method: 'POST', headers, body: JSON.stringify(questions), signal })
    return (await response.json()) as Answer[]
  }

  async function readHeads(signal: AbortSignal | null): Promise<Heads> {
    const questions = ['latest', 'finalized'].map((tag, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_getBlockByNumber',
      params: [tag, false],
    }))
    const answers = await forward(questions, signal)
    const heightOf = (id: number): number => heightIn(answers.find((one) => one.id === id)?.result) ?? 0
    return { latest: heightOf(0), finalized: heightOf(1) }
  }

  async function answerAll(
    questions: readonly Question[],
    { lag, machine }: { readonly lag: number; readonly machine: Machine },
    signal: AbortSignal | null,
  ): Promise<readonly object[]> {
    const isBehind = machine.has('lagging-head')
    const truth = isBehind || machine.has('receipt-late') ? await readHeads(signal) : { latest: 0, finalized: 0 }
    const heads = isBehind ? behind(truth, lag) : null
    if (isBehind) note('lagging-head')
    const early = new Map<number, object>()
    const forwarded = questions.flatMap((question) => {
      const ownAnswer = addNoise(question.id, machine, random) ?? refuse(question, machine)
      const rewritten = ownAnswer === null && heads ? askBehind(question, heads) : question
      if (ownAnswer === null && rewritten !== null) return [rewritten]
      early.set(question.id, ownAnswer ?? lacking(question))
      return []
    })
    const answers = await forward(forwarded, signal)
    return Promise.all(
      questions.map(async (question) => {
        const answer = answers.find(({ id }) => id === question.id)
        if (answer === undefined) return { jsonrpc: '2.0', ...early.get(question.id) }
        return alterAnswer(question, heads ? hideNewer(question, answer, heads) : answer, machine, truth.latest)
      }),
    )
  }

  return {
    urls,
    recordedFaults,
    begin: () => void (begun = true),
    async fetch(address, init) {
      const node = urls.indexOf(address)
      const spec = nodes[node]
      if (spec === undefined) return reach(address, init)
      const exchange = begun ? (exchanges[node] ?? 0) + 1 : -1
      exchanges[node] = exchange
      const { client, receiptDelay, lag } = spec
      const has = (kind: NodeFault): boolean => isActive(episodes, { node, backend: null, kind }, exchange, random)
      const machine: Machine = { client, chainId, receiptDelay, has, recordFault: note }
      return respond(init, {
        ...machine,
        clock: { timer },
        answer: (questions) => answerAll(questions, { lag, machine }, init.signal ?? null),
      })
    },
  }
}

function behind({ latest, finalized }: Heads, lag: number): Heads {
  return { latest: Math.max(0, latest - lag), finalized: Math.max(0, finalized - lag) }
}

/** Answers about a block that the machine does not have. */
function lacking({ id, method }: Question): object {
  return method === 'eth_getBlockByNumber' ? { id, result: null } : { id, error: encodeError(noHeader()) }
}
