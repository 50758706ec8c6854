import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32')
      return execFileSync('tasklist', ['/FO', 'CSV', '/NH', '/FI', `PID eq ${pid}`], { encoding: 'utf8' })
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Returns the process id in `file` if that process is alive and its command contains `mark` (ids are reused), else null. */
export function livingProcess(file: string, mark: string): number | null {
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').trim())
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return null
  return commandOf(pid).includes(mark) ? pid : null
}

/** Kills the process that an earlier run recorded in `file`, and removes the file. */
export function killLeftover(file: string, mark: string): void {
  const pid = livingProcess(file, mark)
  if (pid !== null) process.kill(pid, 'SIGKILL')
  rmSync(file, { force: true })
}

export function writePid(file: string, pid: number): void {
  writeFileSync(file, `${pid}\n`)
}
