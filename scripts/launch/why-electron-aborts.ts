import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns why this system would end Electron at once; null if it would not. Electron from a package of npm has no SUID sandbox helper, and
 * without one it needs user namespaces, which Ubuntu 23.10 and later and hardened kernels restrict (electron/electron#42510).
 */
export function whyElectronAborts(
  binary: string,
  uid = process.getuid?.(),
  canUnshare = hasUserNamespaces,
  appArmorSetting = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
): string | null {
  if (uid === 0) return 'Electron’s binary does not start as root'
  if (process.platform !== 'linux' || hasSandboxHelper(binary)) return null
  if (!isOn(appArmorSetting) && canUnshare()) return null
  return 'This system restricts user namespaces, which Electron’s sandbox needs'
}

/** Ubuntu's own `unshare` may have a profile of AppArmor that lets it pass where Electron, which has none, does not. */
function isOn(setting: string): boolean {
  return existsSync(setting) && readFileSync(setting, 'utf8').trim() === '1'
}

/** An unprivileged process asks for what the sandbox asks for. */
function hasUserNamespaces(): boolean {
  return spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' }).status === 0
}

/** The helper works if root owns it and its set-user-ID bit is set. */
function hasSandboxHelper(binary: string): boolean {
  const found = statSync(join(dirname(binary), 'chrome-sandbox'), { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0
}
