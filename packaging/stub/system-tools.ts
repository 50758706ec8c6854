import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './pack-stub.ts'

/**
 * Returns variables that make electron-builder pack for Linux without a download: dpkg-deb, rpmbuild and mksquashfs of the
 * system, and a runtime that runs nothing.
 */
export function useSystemTools(folder: string): NodeJS.ProcessEnv {
  const tools = join(folder, 'appimage')
  for (const inner of ['runtimes', 'lib/x64']) mkdirSync(join(tools, inner), { recursive: true })
  writeFileSync(join(tools, 'runtimes/runtime-x64'), 'No runtime\n'.repeat(1000))
  for (const name of ['mksquashfs', 'desktop-file-validate'])
    symlinkSync(run('which', [name]).trim(), join(tools, name))
  return { APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.mjs') }
}
