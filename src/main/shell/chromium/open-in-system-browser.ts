import { spawn } from 'node:child_process'
import { isSafeAddress } from '../../../shared/safe-address.ts'

/** A failing opener has exited by then; one that still runs has become the browser itself. */
const PATIENCE_MS = 3_000

/** Opens a web address in the system's browser; rejects any other address, a missing opener and a failing one. */
export async function openInSystemBrowser(url: string): Promise<void> {
  // The opener would also run a program or show a file.
  if (!isSafeAddress(url)) throw new Error('Only pages of the web are opened')
  const [command, ...before] = opener()
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, url], { stdio: 'ignore', detached: true })
    const timer = setTimeout(resolve, PATIENCE_MS)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`${command} ended with ${code}`))
    })
    child.unref()
  })
}

function opener(): [command: string, ...before: string[]] {
  if (process.platform === 'darwin') return ['open']
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
