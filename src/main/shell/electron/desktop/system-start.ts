import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import type { SystemStart } from '../../../desktop/desktop.ts'
import { replaceFile } from '../../../files/replace-file.ts'

/** Returns whether and how this Till starts with the system; null if it is not installed. */
export function openSystemStart(): SystemStart | null {
  if (!app.isPackaged) return null
  return process.platform === 'linux' ? openAutostart() : loginItem
}

const loginItem: SystemStart = {
  isOn: () => app.getLoginItemSettings().openAtLogin,
  set: (on) => app.setLoginItemSettings({ openAtLogin: on }),
}

/** A desktop file in the person's autostart folder (Desktop Application Autostart Specification 0.5). */
function openAutostart(): SystemStart {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  const file = join(config, 'autostart', 'till.desktop')
  return {
    isOn: () => existsSync(file),
    set(on) {
      if (!on) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      // An AppImage runs from a folder that exists only while it runs.
      replaceFile(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath))
    },
  }
}

/** Returns a desktop file that starts a program (Desktop Entry Specification 1.5: quoting, and `%` doubled). */
export function autostartEntry(program: string): string {
  // The string is unescaped once as a value, then its quoted argument again.
  const quoted = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return `[Desktop Entry]\nType=Application\nName=Till\nExec="${quoted}"\nIcon=till\nTerminal=false\n`
}
