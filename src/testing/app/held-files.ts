import { readdirSync, readlinkSync } from 'node:fs'

/** Returns the files in a folder that this process has open; only on Linux. */
export function heldFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd')
    .map(fileOfDescriptor)
    .filter((file) => file.startsWith(folder))
}

/** '' for one that was closed meanwhile, as that of the folder itself. */
function fileOfDescriptor(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`, { encoding: 'utf8' })
  } catch {
    return ''
  }
}
