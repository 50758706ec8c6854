import { readdirSync, statSync } from 'node:fs'
import { release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ReportSection } from './write-report.ts'

export interface Program {
  readonly version: string
  readonly window: 'electron' | 'chromium'
  /** Whether the system's secret store holds the records key. */
  readonly hasSecretStore: boolean
  readonly logLevel: string
}

/** Describes the program and the system it runs on. */
export function programFacts({ version, window, hasSecretStore, logLevel }: Program): ReportSection {
  const { platform, arch, versions } = process
  return {
    title: 'Program',
    rows: [
      ['Till', version],
      ['window', window],
      ['system', `${platform} ${release()} ${arch}`],
      ['memory', mebibytes(totalmem())],
      ['Node', versions.node],
      ['Electron', versions['electron'] ?? null],
      ['running for', `${Math.round(process.uptime() / 60)} min`],
      ['secret store', hasSecretStore],
      ['log level', logLevel],
    ],
  }
}

/** The files that a data folder may contain; other files are not named. */
const known = [
  'vault.json',
  'vault.json.previous',
  'records.key',
  'records.key.sealed',
  'records.key.box',
  'backup-plan.json',
  'policy.json',
  'policy.last.json',
  'shop-mode.json',
  'ledger.db',
  'ledger.db-wal',
  'cache.db',
  'cache.db-wal',
  'catalog.db',
  'catalog.db-wal',
  'logs/till.log',
  'logs/till.1.log',
  'logs/till.2.log',
]

/** Describes the files of a data folder by their sizes. */
export function fileFacts(dataDir: string): ReportSection {
  const sizes = known.flatMap((name): [string, string][] => {
    const found = statSync(join(dataDir, name), { throwIfNoEntry: false })
    return found ? [[name, kibibytes(found.size)]] : []
  })
  return { title: 'Files', rows: [...sizes, ['copies of the ledger', countFiles(join(dataDir, 'backups'))]] }
}

function countFiles(folder: string): number {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

const kibibytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`
