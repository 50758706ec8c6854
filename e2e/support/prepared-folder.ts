import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchTill, type LaunchOptions } from './launch-till.ts'
import { chooseService } from './ready-till.ts'

/** The data folder of a Till that knows the sandbox and its catalog, and has no wallet yet. */
export interface PreparedFolder {
  /** Copies the folder to `dataDir`; makes it first if needed. */
  copyTo(dataDir: string): Promise<void>
  remove(): Promise<void>
}

/** Keeps the folder of a worker, whose tests would otherwise each load the same catalog. */
export function keepPreparedFolder(options: Omit<LaunchOptions, 'dataDir'>): PreparedFolder {
  let folder: string | null = null

  async function prepare(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'till-e2e-prepared-'))
    const till = await launchTill({ ...options, dataDir })
    await chooseService(till, 'sandbox')
    await till.close()
    return dataDir
  }

  return {
    async copyTo(dataDir) {
      folder ??= await prepare()
      await cp(folder, dataDir, { recursive: true })
    },
    async remove() {
      if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
