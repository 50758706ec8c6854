import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchTill, type LaunchOptions, type RunningTill } from './launch-till.ts'
import { chooseService, type Service } from './ready-till.ts'

/** Data folders of Tills that know a service and its catalog, and have no wallet yet. */
export interface PreparedFolders {
  /** Copies the folder for a service to `dataDir`; makes it if it is the service's first. */
  copyTo(dataDir: string, service: Service): Promise<void>
  remove(): Promise<void>
}

/** Keeps the folders of a worker, whose tests would otherwise each load the same catalog. */
export function keepPreparedFolders(options: Omit<LaunchOptions, 'dataDir'>): PreparedFolders {
  const folders = new Map<string, string>()

  async function prepare(service: Service): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'till-e2e-prepared-'))
    const till: RunningTill = await launchTill({ ...options, dataDir })
    await chooseService(till, service)
    await till.close()
    return dataDir
  }

  return {
    async copyTo(dataDir, service) {
      const key = JSON.stringify(service)
      const folder = folders.get(key) ?? (await prepare(service))
      folders.set(key, folder)
      await cp(folder, dataDir, { recursive: true })
    },
    async remove() {
      for (const folder of folders.values()) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
