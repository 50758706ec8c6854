import { expect, it } from 'vitest'
import { startTestServer } from '../../testing/service/server.ts'
import { fetchDocument } from './fetch-document.ts'

it('gives up on an answer that drips, when its time is over', async () => {
  const server = await startTestServer((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  const signal = new AbortController().signal
  expect(await fetchDocument({ url: server.baseUrl, timeoutMs: 200, signal })).toEqual({ problem: 'timeout' })
  await server.close()
})
