/**
 * Returns whether windows open where a program says. On Wayland the compositor places them, and Chromium and Electron use it in a session
 * of this type, unless their switch `ozone-platform` names another one.
 */
export function canPlaceWindows(ozonePlatform: string): boolean {
  if (process.platform !== 'linux') return true
  return ozonePlatform === '' ? process.env['XDG_SESSION_TYPE'] !== 'wayland' : ozonePlatform !== 'wayland'
}
