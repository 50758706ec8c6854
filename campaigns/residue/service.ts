import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controlSandbox } from '../../e2e/support/sandbox-control.ts'
import { startSandbox } from '../../scripts/launch/start-sandbox.ts'

/** The sandbox, with an hourly limit high enough for a campaign, and its profile as a file. */
export interface ResidueService {
  readonly profileFile: string
  stop(): Promise<void>
}

const REQUESTS = 100_000

/** Starts it in `folder`. */
export async function startService(folder: string): Promise<ResidueService> {
  const sandbox = await startSandbox({ dir: join(folder, 'sandbox') })
  const settings = { rateLimit: { requests: REQUESTS, windowSeconds: 3600 }, deliverySeconds: 1, returnsCodes: true }
  await controlSandbox(sandbox).settings(settings)
  const profileFile = join(folder, 'service.json')
  writeFileSync(
    profileFile,
    JSON.stringify({ ...sandbox.profile, requestsPerHour: REQUESTS, deliverySeconds: 1, returnsCodes: true }),
  )
  return { profileFile, stop: sandbox.stop }
}
