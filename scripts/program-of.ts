import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where a test run says that it built the programs ahead. */
export const BUILT_AHEAD = 'TILL_PROGRAMS_BUILT_AHEAD'

/** What tests start as processes and threads of their own, by name, as a source under the root. */
export const programs = {
  'vault-worker': 'src/main/vault/process/vault-worker.ts',
  'refresh-worker': 'src/main/catalog/refresh/refresh-worker.ts',
  'facets-worker': 'src/main/catalog/search/facets-worker.ts',
  'regex-worker': 'src/main/catalog/delivery/regex-worker.ts',
  sandbox: 'src/sandbox/index.ts',
  'killed-till': 'campaigns/kill/child.ts',
} as const

/** A program to start: as the test run built it, or else its source. */
export function programOf(name: keyof typeof programs): URL {
  const built = process.env[BUILT_AHEAD]
  return pathToFileURL(built ? join(built, `${name}.js`) : join(import.meta.dirname, '..', programs[name]))
}
