import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
  'brave-browser',
]

const elsewhere: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder === undefined
      ? []
      : [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')],
  ),
}

/** Returns the path of a Chromium, Chrome, Edge or Brave on this machine, or null. */
export function findBrowser(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...(elsewhere[process.platform] ?? [])].find(isExecutable) ?? null
}

/** Returns a browser. As root on Debian or Ubuntu it installs the package chromium if there is none; otherwise it throws. */
export function findOrInstallBrowser(): string {
  const found = findBrowser()
  if (found !== null) return found
  if (!canInstall()) {
    throw new Error(
      'Till needs a window: install Chromium or Google Chrome with your system’s package manager, then try again.',
    )
  }
  console.log('Installing the distribution’s chromium package, since there is neither Electron nor a browser…')
  const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  const installed = findBrowser()
  if (installed === null) {
    throw new Error('The chromium package could not be installed: run "apt-get install chromium" and try again.')
  }
  return installed
}

function canInstall(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
