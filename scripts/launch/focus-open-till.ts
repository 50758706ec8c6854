import { readConfig } from '../../src/main/config.ts'
import { lockFolder } from '../../src/main/files/lock-folder.ts'
import { canRequestFocus, requestFocus } from '../../src/main/shell/focus-request.ts'

/**
 * Focuses the window of the Till that has the data folder open, as a second start of an installed Till does; returns whether it did. A start
 * with other flags than the folder wants more than the window, so it is left to fail.
 */
export async function focusOpenTill(args: readonly string[]): Promise<boolean> {
  const namesFolder = (arg: string, index: number): boolean =>
    /^--data-dir(?:=|$)/.test(arg) || args[index - 1] === '--data-dir'
  if (!args.every(namesFolder)) return false
  const { dataDir } = readConfig(args, false)
  if (!canRequestFocus(dataDir) || !isOpen(dataDir) || !(await requestFocus(dataDir))) return false
  console.log(`Till is already open with the data in ${dataDir}; this start shows its window.`)
  return true
}

function isOpen(dataDir: string): boolean {
  try {
    lockFolder(dataDir).release()
    return false
  } catch {
    return true
  }
}
