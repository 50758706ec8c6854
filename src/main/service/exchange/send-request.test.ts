import { createServer, type Server, type Socket } from 'node:net'
import axios, { AxiosError } from 'axios'
import { afterEach, expect, it } from 'vitest'
import { askFaucet } from '../operations/ask-faucet.ts'
import { isBeforeConnect } from './is-before-connect.ts'
import { sendRequest } from './send-request.ts'

let server: Server | null = null
afterEach(() => new Promise<void>((resolve) => (server === null ? resolve() : void server.close(() => resolve()))))

/** Answers the first bytes of every connection; resolves to its port. */
async function listen(answer: (socket: Socket, head: string) => void): Promise<number> {
  const own = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (head) => answer(socket, head.toString('latin1')))
  })
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const address = own.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
const ask = (url: string, body?: string) =>
  sendRequest({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: {},
    maxBytes: 100,
    timeoutMs: 5_000,
    ...(body === undefined ? {} : { body }),
  })

function refused(syscall: string): Error {
  return Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall })
}

it('sends a body with its length in bytes, on a connection that closes after it', async () => {
  let seen = ''
  const port = await listen((socket, head) => {
    seen = head
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  })
  const result = await ask(`http://127.0.0.1:${port}/path?x=1`, '{"name":"é"}')
  expect(result).toMatchObject({ kind: 'answer', status: 200 })
  const [head = '', body] = seen.split('\r\n\r\n')
  expect(head.split('\r\n')[0]).toBe('POST /path?x=1 HTTP/1.1')
  expect(head.toLowerCase().split('\r\n')).toEqual(
    expect.arrayContaining(['content-length: 13', 'connection: close', 'user-agent: till', 'accept: application/json']),
  )
  expect(body).toBe(Buffer.from('{"name":"é"}').toString('latin1'))
})

it('sends only headers that Till sets, and ignores global axios settings', async () => {
  let seen = ''
  const port = await listen((socket, head) => {
    seen = head
    socket.end('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n')
  })
  const { common } = axios.defaults.headers
  common['X-Foreign'] = 'yes'
  const interceptor = axios.interceptors.request.use(() => Promise.reject(new Error('Taken out')))
  const result = await ask(`http://127.0.0.1:${port}/`, '{}')
  delete common['X-Foreign']
  axios.interceptors.request.eject(interceptor)
  expect(result).toMatchObject({ kind: 'answer', status: 302 })
  const [head = ''] = seen.split('\r\n\r\n')
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]?.toLowerCase())
  expect(names.sort()).toEqual(['accept', 'accept-encoding', 'connection', 'content-length', 'host', 'user-agent'])
  expect(head).toContain('Accept-Encoding: gzip, br\r\n')
})

it.each(['data:application/json,{}', 'file:///etc/hosts', 'ftp://127.0.0.1/'])('sends nothing to %s', async (url) => {
  expect(await ask(url)).toMatchObject({ kind: 'broken' })
})

it.each([
  ['axios and the system say that nothing listens', refused('connect'), true],
  ['every address of a name refused', new AggregateError([refused('connect'), refused('connect')], ''), true],
  ['one address of a name was reached', new AggregateError([refused('connect'), refused('read')], ''), false],
  ['no address of a name was tried', new AggregateError([], ''), false],
  ['the code comes from an open connection', refused('read'), false],
  ['axios names no system error', null, false],
])('knows whether anything left this machine: %s', (_, cause, isBefore) => {
  const wrapped = cause === null ? new AxiosError('refused', 'ECONNREFUSED') : AxiosError.from(cause, 'ECONNREFUSED')
  expect(isBeforeConnect(wrapped)).toBe(isBefore)
  expect(isBeforeConnect(AxiosError.from(cause ?? new Error(), AxiosError.ERR_BAD_RESPONSE))).toBe(false)
})

it.each([
  ['ends without an answer', (socket: Socket) => socket.end()],
  ['is reset', (socket: Socket) => socket.resetAndDestroy()],
  ['does not answer in HTTP', (socket: Socket) => socket.end('SSH-2.0-server\r\n')],
  [
    'switches to another protocol',
    (socket: Socket) => socket.end('HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  [
    'breaks off in the middle of the answer',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'),
  ],
])('may have been seen by a service whose connection %s', async (_, answer) => {
  const port = await listen(answer)
  expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'broken' })
})

it.each(['127.0.0.1', 'localhost'])('sends nothing if no address of %s listens', async (host) => {
  const port = await listen(() => undefined)
  await new Promise<void>((resolve) => void server?.close(() => resolve()))
  server = null
  expect(await ask(`http://${host}:${port}/`)).toMatchObject({ kind: 'not-connected' })
})

it('sends nothing if a name does not resolve', async () => {
  expect(await ask('http://nobody.invalid/')).toMatchObject({ kind: 'not-connected' })
})

it('a faucet gives, refuses or is absent', async () => {
  let status = '200 OK'
  const bodies: string[] = []
  const port = await listen((socket, head) => {
    bodies.push(head.split('\r\n\r\n')[1] ?? '')
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
  })
  const faucet = `http://127.0.0.1:${port}/faucet`
  await askFaucet(faucet, '0x01')
  expect(bodies).toEqual(['{"address":"0x01"}'])
  status = '429 Too Many Requests'
  await expect(askFaucet(faucet, '0x01')).rejects.toMatchObject({ code: 'service-rejected' })
  await expect(askFaucet('http://127.0.0.1:1/faucet', '0x01')).rejects.toMatchObject({ code: 'offline' })
})
