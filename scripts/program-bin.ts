import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/** Returns the path of a program of one of the project's dependencies. */
export function binOf(dependency: string, bin: string): string {
  const manifest = join(root, 'node_modules', dependency, 'package.json')
  const { bin: bins } = require(manifest) as { bin: string | Record<string, string> }
  return join(dirname(manifest), typeof bins === 'string' ? bins : (bins[bin] ?? ''))
}
