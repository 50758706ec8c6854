import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const packaging = join(import.meta.dirname, '..')
const root = join(packaging, '..')

export type Platform = 'linux' | 'darwin' | 'win32'

/** What `read-app.mjs` reads in a packed app. */
export interface PackedApp {
  /** The files in the archive, and those of them that lie unpacked beside it. */
  readonly files: readonly string[]
  readonly unpacked: readonly string[]
  readonly manifest: Readonly<Record<string, unknown>>
  readonly headerHash: string
  readonly fuses: Readonly<Record<string, boolean>>
  readonly info?: Readonly<Record<string, unknown>>
  readonly iconSizes?: readonly number[]
  readonly integrity?: { readonly algorithm: string; readonly hash: string; readonly file?: string }
}

/** Runs a program in the project's folder; returns what it prints, or throws with it. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (status === 0) return stdout
  throw new Error(`${[command, ...args].join(' ')} failed\n${stdout}${stderr}`, { cause: error })
}

/** Installs electron-builder, unless it is already installed as the lockfile pins it. */
export function installPackaging(): void {
  const lockfile = join(packaging, 'package-lock.json')
  const installed = join(packaging, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(lockfile).mtimeMs) return
  run('npm', ['ci', '--prefix', 'packaging', '--ignore-scripts', '--no-audit', '--no-fund'])
}

/** Hides the clone's origin from electron-builder, which asks for none where Travis names a repository. */
export const withoutOrigin = { TRAVIS_REPO_SLUG: 'no/origin' }

/**
 * Packs the built app for `platform` over an Electron that runs nothing, with the command that builds the real packages.
 * `flags` choose the targets and change settings. Returns the output folder and what the command prints.
 */
export function packStub(
  folder: string,
  platform: Platform,
  flags: readonly string[],
  env?: NodeJS.ProcessEnv,
): { output: string; printed: string } {
  const electron = join(folder, `electron-${platform}`)
  run(process.execPath, [join(import.meta.dirname, 'write-electron.mjs'), platform, electron])
  const output = join(folder, 'dist')
  const settings = {
    electronDist: electron,
    'directories.output': output,
    'mac.forceCodeSigning': 'false',
    // Else an app for Apple silicon is signed without a certificate, and codesign refuses what is no program.
    'mac.identity': 'null',
    'win.forceCodeSigning': 'false',
  }
  const args = Object.entries(settings).map(([key, value]) => `-c.${key}=${value}`)
  const printed = run('npm', ['run', 'build', '--prefix', 'packaging', '--', ...flags, ...args], {
    CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    ...env,
  })
  return { output, printed }
}

/** Reads the app that was packed into `folder`. */
export function readApp(platform: Platform, folder: string): PackedApp {
  return JSON.parse(run(process.execPath, [join(import.meta.dirname, 'read-app.mjs'), platform, folder])) as PackedApp
}
