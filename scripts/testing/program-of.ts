import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The environment variable with the folder of the programs that a test run bundled. */
export const BUILT_AHEAD = 'TILL_PROGRAMS_BUILT_AHEAD'

/** The programs that tests start as processes and threads, by name, with their source. */
export const programs = {
  'vault-worker': 'src/main/vault/process/vault-worker.ts',
  'refresh-worker': 'src/main/catalog/refresh/refresh-worker.ts',
  'facets-worker': 'src/main/catalog/search/facets-worker.ts',
  'regex-worker': 'src/main/catalog/delivery/regex-worker.ts',
  sandbox: 'src/sandbox/index.ts',
  'killed-till': 'campaigns/kill/child.ts',
} as const

/** Returns the URL of a program: the bundle of the test run, else its source. */
export function programOf(name: keyof typeof programs): URL {
  const built = process.env[BUILT_AHEAD]
  return pathToFileURL(built ? join(built, `${name}.js`) : join(import.meta.dirname, '../..', programs[name]))
}
