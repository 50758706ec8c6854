import { AppError } from '../../../shared/errors.ts'
import { sendRequest } from '../exchange/send-request.ts'

const LIMIT_MS = 60_000
const MAX_BYTES = 100_000

/** Asks a test service's faucet for test coins; outside the interface and its request limit. Throws AppError if it gives none. */
export async function askFaucet(faucetUrl: string, address: string): Promise<void> {
  const body = JSON.stringify({ address })
  const headers = { 'Content-Type': 'application/json' }
  const request = { method: 'POST', url: faucetUrl, headers, body, maxBytes: MAX_BYTES, timeoutMs: LIMIT_MS } as const
  const result = await sendRequest(request)
  if (result.kind !== 'answer') throw new AppError('offline', 'The faucet could not be reached', { cause: result })
  if (result.status < 200 || result.status >= 300) throw new AppError('service-rejected', 'The faucet gave nothing')
}
