import { once } from 'node:events'
import { createReadStream, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startSandbox } from '../../../scripts/launch/start-sandbox.ts'
import { openWindow } from './open-window.ts'

const words = 'test test test test test test test test test test test junk'
const password = 'a long sentence for the bench 7'

/**
 * Creates the data folder of a returning user: a wallet, and the catalog of `file` as Till fetched it, with the sandbox's
 * countries and networks. The service is closed afterwards.
 */
export async function stockFolder(dataDir: string, file: string, program: string, browser: string): Promise<void> {
  const sandbox = await startSandbox({ dir: join(dataDir, 'sandbox') })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', sandbox.baseUrl)
    response.setHeader('Content-Type', 'application/json')
    if (url.pathname.startsWith('/api/v1/products/')) {
      response.setHeader('Content-Length', statSync(file).size)
      return void createReadStream(file).pipe(response)
    }
    fetch(url).then(
      async (answer) => response.writeHead(answer.status).end(await answer.text()),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const profile = join(dataDir, 'service.json')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(profile, JSON.stringify({ ...sandbox.profile, baseUrl }))
  const till = await openWindow({
    program,
    dataDir,
    browser,
    shown: 'h1',
    flags: ['--profile', profile, '--locale', 'en'],
  })
  try {
    await till.firstShown
    await till.evaluate(
      `till.request('vault.restore', ${JSON.stringify({ words, password })}).then(async (reply) => {
        if (!reply.ok) throw new Error(reply.error.code)
        for (;;) {
          const { value } = await till.request('catalog.status')
          if (value.error !== null) throw new Error(value.error)
          if (value.refreshedAt !== null && !value.refreshing) return
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      })`,
    )
  } finally {
    await till.close()
    server.close()
    await sandbox.stop()
  }
}
