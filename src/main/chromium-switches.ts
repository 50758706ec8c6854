import { flags, takesValue } from './config.ts'
import { isLinkText } from './shell/till-link.ts'

/** Beginnings of the names that Chromium, Electron and the systems give their own switches. */
const beginnings = [
  'allow-',
  'auto-',
  'class',
  'disable-',
  'enable-',
  'force-',
  'gpu-',
  'gtk-',
  'high-dpi-',
  'host-resolver-rules',
  'ignore-',
  'in-process-gpu',
  'inspect',
  'js-flags',
  'lang',
  'load-extension',
  'log-net-log',
  'name',
  'no-',
  'original-process-start-time',
  'ozone-',
  'password-store',
  'proxy-',
  'remote-debugging-',
  'renderer-',
  'single-process',
  'trace-',
  'use-',
  'user-data-dir',
  'vmodule',
  'wm-class',
  'xdg-',
]

/** Switches that take protection away from the page, or open it to other programs. */
const weakening = [
  'no-sandbox',
  'no-zygote',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'allow-file-access-from-files',
  'ignore-certificate-errors',
  'host-resolver-rules',
  'inspect',
  'inspect-brk',
  'js-flags',
  'load-extension',
  'proxy-server',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'renderer-cmd-prefix',
  'single-process',
  'user-data-dir',
]

/** Returns whether a switch weakens the page, by its name or by the features in its value. */
function weakens(name: string, value: string): boolean {
  return weakening.includes(name) || (name === 'disable-features' && /sandbox|isolat|site-?per/i.test(value))
}

/**
 * Returns a command line without Chromium's and Electron's own switches and without the files that a person dropped on the program. Throws an
 * Error with a sentence if a switch would weaken an installed Till.
 */
export function withoutChromiumSwitches(args: readonly string[], packaged: boolean): string[] {
  const own: string[] = []
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? ''
    if (!arg.startsWith('-')) {
      if (isLinkText(arg) || (before.startsWith('--') && takesValue(before.slice(2)))) own.push(arg)
      continue
    }
    const [name = '', value = ''] = arg.replace(/^--?/, '').split('=', 2)
    // macOS numbers the programs that it opens.
    const isForeign = !(name in flags) && (arg.startsWith('-psn_') || beginnings.some((one) => name.startsWith(one)))
    if (packaged && isForeign && weakens(name, value)) throw new Error(refusal(name))
    if (!isForeign) own.push(arg)
  }
  return own
}

function refusal(name: string): string {
  const start = `Till does not start with --${name}, which takes protection away from its page.`
  if (name !== 'no-sandbox') return start
  return `${start} An AppImage adds it where Linux restricts user namespaces, as Ubuntu does since 23.10: install the deb or the rpm of Till there.`
}
