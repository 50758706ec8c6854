import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { askFaucet } from './ask-faucet.ts'
import { sendRequest } from './send-request.ts'

let server: Server | null = null
afterEach(() => new Promise<void>((resolve) => (server === null ? resolve() : void server.close(() => resolve()))))

/** Answers every connection's first bytes as told; resolves to its port. */
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

it('sends a body with its length in bytes, on a connection that is closed after it', async () => {
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

it.each([
  ['ends without an answer', (socket: Socket) => socket.end()],
  ['is reset', (socket: Socket) => socket.resetAndDestroy()],
  ['answers what is no HTTP', (socket: Socket) => socket.end('SSH-2.0-server\r\n')],
  [
    'switches to another protocol',
    (socket: Socket) => socket.end('HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
  ['breaks off within the answer', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok')],
])('may have been seen by a service whose connection %s', async (_, answer) => {
  const port = await listen(answer)
  expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'broken' })
})

it.each(['127.0.0.1', 'localhost'])('left nothing where no address of %s listens', async (host) => {
  const port = await listen(() => undefined)
  await new Promise<void>((resolve) => void server?.close(() => resolve()))
  server = null
  expect(await ask(`http://${host}:${port}/`)).toMatchObject({ kind: 'not-connected' })
})

it('left nothing for a name that nobody has', async () => {
  expect(await ask('http://nobody.invalid/')).toMatchObject({ kind: 'not-connected' })
})

it('a faucet gives, refuses or is not there', async () => {
  let status = '200 OK'
  const asked: string[] = []
  const port = await listen((socket, head) => {
    asked.push(head.split('\r\n\r\n')[1] ?? '')
    socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
  })
  const faucet = `http://127.0.0.1:${port}/faucet`
  await askFaucet(faucet, '0x01')
  expect(asked).toEqual(['{"address":"0x01"}'])
  status = '429 Too Many Requests'
  await expect(askFaucet(faucet, '0x01')).rejects.toMatchObject({ code: 'service-rejected' })
  await expect(askFaucet('http://127.0.0.1:1/faucet', '0x01')).rejects.toMatchObject({ code: 'offline' })
})
