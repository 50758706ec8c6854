import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SandboxFailure } from '../failure.ts'

const architectures: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Returns the path of the native Anvil for this system. npm's wrapper would add a process that survives kills.
 * Throws SandboxFailure if it is missing.
 */
export function findAnvil(platform: string = process.platform, architecture: string = process.arch): string {
  const require = createRequire(import.meta.url)
  const name = `@foundry-rs/anvil-${platform}-${architectures[architecture] ?? architecture}`
  const binary = platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const path = join(dirname(require.resolve(`${name}/package.json`)), 'bin', binary)
    if (existsSync(path)) return path
  } catch {
    // Not installed: the error is thrown below.
  }
  throw new SandboxFailure(`The local chains need ${name}, which is not installed. Run "npm ci" on this machine.`)
}
