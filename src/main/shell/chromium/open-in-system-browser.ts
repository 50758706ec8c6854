import { spawn } from 'node:child_process'
import { isSafeAddress } from '../../../shared/safe-address.ts'

/** Until then a program that could not open the address has said so; one still running has become the browser itself. */
const PATIENCE_MS = 3_000

/** Opens an address of the web in the system's browser; rejects any other, and where the opener is missing or says that it could not. */
export async function openInSystemBrowser(url: string): Promise<void> {
  // The opener would run a program or show a file just as well.
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
