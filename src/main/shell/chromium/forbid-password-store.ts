import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Switches the browser's own password manager off before it starts, so that it never offers to keep the wallet's password. */
export function forbidPasswordStore(userDataDir: string): void {
  const folder = join(userDataDir, 'Default')
  const file = join(folder, 'Preferences')
  const { profile, ...preferences } = readPreferences(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const changed = {
    ...preferences,
    credentials_enable_service: false,
    profile: { ...(typeof profile === 'object' ? profile : {}), password_manager_enabled: false },
  }
  writeFileSync(file, JSON.stringify(changed), { mode: 0o600 })
}

function readPreferences(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    // The browser makes a damaged file anew, and so do we.
    return {}
  }
}
