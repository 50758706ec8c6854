import { spawn } from 'node:child_process'

/** Until then a program that could not open the address has said so; one still running has become the browser itself. */
const PATIENCE_MS = 3_000

/** Opens an address in the system's browser; rejects where its opener is missing or says that it could not. */
export function openInSystemBrowser(url: string): Promise<void> {
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
