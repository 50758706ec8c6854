import { HttpRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import { readAnswers, type Question, type Reply } from './read-answers.ts'

/** Returns what is read from one question's error under an HTTP status. */
function read(status: number, method: string, code: number, message: string): unknown {
  const questions = [{ id: 1, method }]
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } })
  const response = new Response(text, { status, headers: { 'retry-after': '120' } })
  return readAnswers({ url: 'https://node.example', questions, response, text }).get(1)?.error
}

describe('an error under a failed HTTP status', () => {
  it.each([
    [400, 'eth_call', 3, 'execution reverted: daily transfer limit exceeded'],
    [500, 'eth_estimateGas', -32_000, 'execution reverted'],
    [400, 'eth_estimateGas', -32_000, 'insufficient funds for gas * price + value'],
    [400, 'eth_sendRawTransaction', -32_000, 'nonce too low'],
    [503, 'eth_sendRawTransaction', -32_000, 'txpool is full'],
    [413, 'eth_getLogs', -32_614, 'eth_getLogs is limited to a 10,000 range'],
    [500, 'eth_getLogs', -32_020, 'backend response too large'],
    [400, 'eth_getTransactionCount', -32_602, 'Invalid params'],
    [400, 'eth_simulateV1', -32_601, 'the method eth_simulateV1 does not exist/is not available'],
    [403, 'eth_simulateV1', -32_001, 'rpc method is not whitelisted'],
    [404, 'eth_getBlockByNumber', -32_000, 'finalized block not found'],
    [500, 'eth_getBalance', -32_000, 'missing trie node'],
  ])('%i to %s (%i, "%s") is the node’s answer', (status, method, code, message) => {
    expect(read(status, method, code, message)).toEqual({ code, message })
  })

  it.each([
    [401, 'eth_getTransactionReceipt', -32_000, 'Unauthorized: you must authenticate your request with an API key'],
    [401, 'eth_call', -32_601, 'Method not found'],
    [402, 'eth_getTransactionCount', -32_005, 'daily request count exceeded, request rate limited'],
    [403, 'eth_estimateGas', -32_000, 'Monthly capacity limit exceeded'],
    [403, 'eth_sendRawTransaction', -32_000, 'invalid sender'],
    [429, 'eth_blockNumber', -32_005, 'project ID request rate exceeded'],
    [429, 'eth_call', 3, 'execution reverted'],
    [500, 'eth_getTransactionReceipt', -32_603, 'Internal error'],
    [503, 'eth_chainId', -32_011, 'no backends available for method'],
    // Messages about sending and about logs, in answer to another question.
    [503, 'eth_getTransactionReceipt', -32_000, 'queue full'],
    [500, 'eth_getTransactionReceipt', -32_020, 'backend response too large'],
  ])('%i to %s (%i, "%s") is a failure that keeps the HTTP status', (status, method, code, message) => {
    const failure = (() => {
      try {
        return read(status, method, code, message)
      } catch (error) {
        return error
      }
    })()
    expect(failure).toBeInstanceOf(HttpRequestError)
    const { status: kept, headers, details } = failure as HttpRequestError
    expect([kept, headers?.get('retry-after')]).toEqual([status, '120'])
    expect(details).toContain(message)
  })
})

describe('an answer to several questions', () => {
  const questions = [1, 2].map((id) => ({ id, method: 'eth_blockNumber' }))
  const url = 'https://node.example'
  const readAll = (answers: readonly object[], status: number) => {
    const text = JSON.stringify(answers)
    return readAnswers({ url, questions, response: new Response(text, { status }), text })
  }
  const result = { jsonrpc: '2.0', id: 1, result: '0x1' }
  const error = (id: number, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })

  it('holds each question’s answer', () => {
    const answers = readAll([result, error(2, -32_601, 'Method not found')], 400)
    expect([...answers.keys()]).toEqual([1, 2])
    expect(() => readAll([error(1, -32_601, 'Method not found'), error(2, -32_603, 'Internal error')], 500)).toThrow()
    expect(() => readAll([result], 500)).toThrow()
  })

  it.each([
    'batch too large',
    'Batch size limit exceeded',
    'too many RPC calls in batch request',
    'Batch of more than 3 requests are not allowed on free tier',
    'batch requests are disabled',
  ])('"%s" refuses the whole batch, whatever the status', (message) => {
    for (const status of [200, 400, 500]) expect(() => readAll([error(1, -32_600, message)], status)).toThrow()
    const [first] = questions
    const text = JSON.stringify(error(1, -32_600, message))
    expect(readAnswers({ url, questions: [first!], response: new Response(text), text }).size).toBe(1)
  })

  it('about a rollup’s batches is not such a refusal', () => {
    const words = 'sync L1 finalized batch feature not enabled, please enable it'
    expect(readAll([result, error(2, -32_000, words)], 200).size).toBe(2)
  })
})

describe('a reply that is not a node’s answer is a failure, whatever the status', () => {
  const [one, two] = [1, 2].map((id) => ({ id, method: 'eth_blockNumber' })) as [Question, Question]
  const replyOf = (text: string, questions: readonly Question[] = [one]): Reply => ({
    url: 'https://node.example',
    questions,
    response: new Response(text),
    text,
  })
  const error = { code: -32_000, message: 'No' }

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a page', '<html>'],
    ['null', null],
    ['a number', 3],
    ['no answers', []],
    ['no id', { result: '0x1' }],
    ['an id that Till never writes', { id: '1', result: '0x1' }],
    ['neither a result nor an error', { id: 1 }],
    ['no error and no result', { id: 1, error: null }],
    ['a text as error', { id: 1, error: 'No' }],
    ['an error without a code', { id: 1, error: { message: 'No' } }],
    ['an error with a text as code', { id: 1, error: { code: '3', message: 'No' } }],
    ['an error without a message', { id: 1, error: { code: 3 } }],
    ['an error with a number as message', { id: 1, error: { code: 3, message: 3 } }],
  ])('%s', (_, body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect(() => readAnswers(replyOf(text))).toThrow(HttpRequestError)
  })

  it.each<[string, object, object]>([
    ['a result', { result: '0x1' }, { result: '0x1' }],
    ['null as result', { result: null }, { result: null }],
    ['a result with an error of null', { result: '0x1', error: null }, { result: '0x1' }],
    ['an error', { error }, { error }],
    [
      'a result of null next to a field that belongs in it',
      { result: null, effectiveGasPrice: '0x7' },
      { result: null },
    ],
  ])('but %s is an answer', (_, body, read) => {
    expect(readAnswers(replyOf(JSON.stringify({ id: 1, ...body }))).get(1)).toMatchObject(read)
  })

  it('and a malformed answer among valid ones is skipped', () => {
    const text = JSON.stringify([{ id: 1, result: '0x1' }, null, { id: 2 }])
    expect([...readAnswers(replyOf(text, [one, two])).keys()]).toEqual([1])
  })

  it('and its error shows the questions and the start of the reply', () => {
    const failureOf = (questions: readonly Question[]): HttpRequestError => {
      try {
        readAnswers(replyOf('x'.repeat(300), questions))
      } catch (thrown) {
        return thrown as HttpRequestError
      }
      throw new Error('It was read')
    }
    expect(failureOf([one]).body).toEqual(one)
    expect(failureOf([one, two]).body).toEqual({ batch: ['eth_blockNumber', 'eth_blockNumber'] })
    expect(failureOf([one]).details).toBe('x'.repeat(200))
  })
})
