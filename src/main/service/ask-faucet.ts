import axios from 'axios'
import { AppError } from '../../shared/errors.ts'

const LIMIT_MS = 60_000

/** Asks a play-money service's faucet for test coins; outside the interface and its request limit. AppError where it gives none. */
export async function askFaucet(faucetUrl: string, address: string): Promise<void> {
  try {
    await axios.post(
      faucetUrl,
      { address },
      { timeout: LIMIT_MS, maxRedirects: 0, proxy: false, maxContentLength: 100_000 },
    )
  } catch (cause) {
    const answered = axios.isAxiosError(cause) && cause.response !== undefined
    if (answered) throw new AppError('service-rejected', 'The faucet gave nothing', { cause })
    throw new AppError('offline', 'The faucet could not be reached', { cause })
  }
}
