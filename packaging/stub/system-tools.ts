import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The packages of Debian and Ubuntu that have the programs. */
const packages = { 'desktop-file-validate': 'desktop-file-utils', rpmbuild: 'rpm', mksquashfs: 'squashfs-tools' }

/**
 * Returns variables that make electron-builder pack for Linux without a download: dpkg-deb, rpmbuild and mksquashfs of the
 * system, and a runtime that runs nothing. Throws an Error that names the packages to install.
 */
export function useSystemTools(folder: string, path = process.env.PATH): NodeJS.ProcessEnv {
  const found = Object.keys(packages).map((name) => [name, findProgram(name, path)] as const)
  const missing = found.filter(([, file]) => file === undefined).map(([name]) => name)
  if (missing.length > 0) {
    throw new Error(
      `To pack without a network, install ${Object.values(packages).join(', ')}: ${missing.join(', ')} is missing.`,
    )
  }
  const tools = join(folder, 'appimage')
  for (const inner of ['runtimes', 'lib/x64']) mkdirSync(join(tools, inner), { recursive: true })
  writeFileSync(join(tools, 'runtimes/runtime-x64'), 'No runtime\n'.repeat(1000))
  for (const [name, file = ''] of found) symlinkSync(file, join(tools, name))
  return { APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.mjs') }
}

/** Adds to the failure of a build that could download nothing how to build without a network. */
export function explainFailedDownload(error: Error): Error {
  if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT/.test(error.message)) return error
  const hint = `electron-builder downloads its tools from github.com. On Linux "TILL_PACKAGING_OFFLINE=1 npm run test:packaging" downloads nothing; it needs ${Object.values(packages).join(', ')}.`
  return new Error(`${error.message}\n${hint}`, { cause: error })
}

function findProgram(name: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
}
