import { StartRefusal } from '../shared/app/start-refusal.ts'
import { flags, takesValue } from './config.ts'
import { isLinkText } from './shell/till-link.ts'

/**
 * Switches of Chromium and Electron that systems, desktops and people give a program, and that change neither what protects the page nor what
 * reaches it: drawing, graphics drivers, windows, language, keyring, accessibility and terminal output.
 */
const harmless = new Set([
  'class',
  'disable-accelerated-2d-canvas',
  'disable-accelerated-video-decode',
  'disable-accelerated-video-encode',
  'disable-background-timer-throttling',
  'disable-backgrounding-occluded-windows',
  'disable-breakpad',
  'disable-crash-reporter',
  'disable-dev-shm-usage',
  'disable-font-subpixel-positioning',
  'disable-geolocation',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-gpu-memory-buffer-video-frames',
  'disable-gpu-rasterization',
  'disable-gpu-vsync',
  'disable-http-cache',
  'disable-lcd-text',
  'disable-partial-raster',
  'disable-pinch',
  'disable-renderer-accessibility',
  'disable-renderer-backgrounding',
  'disable-smooth-scrolling',
  'disable-software-rasterizer',
  'disable-touch-drag-drop',
  'disable-vulkan',
  'disable-zero-copy',
  'disk-cache-size',
  'display',
  'enable-gpu-rasterization',
  'enable-logging',
  'enable-smooth-scrolling',
  'enable-wayland-ime',
  'enable-zero-copy',
  'force-color-profile',
  'force-dark-mode',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'force-prefers-no-reduced-motion',
  'force-renderer-accessibility',
  'force_high_performance_gpu',
  'force_low_power_gpu',
  'gtk-version',
  'high-dpi-support',
  'ignore-gpu-blocklist',
  'lang',
  'name',
  'no-default-browser-check',
  'no-deprecation',
  'no-first-run',
  'no-stdio-init',
  'original-process-start-time',
  'ozone-platform',
  'ozone-platform-hint',
  'password-store',
  'touch-events',
  'trace-deprecation',
  'trace-warnings',
  'use-angle',
  'use-gl',
  'use-vulkan',
  'v',
  'vmodule',
  'wayland-text-input-version',
  'wm-class',
  'xdg-portal-required-version',
])

/** Features of Chromium that people turn on or off for their desktop or graphics driver. */
const harmlessFeature =
  /^(?:Wayland\w*|Vaapi\w*|AcceleratedVideo\w*|Vulkan\w*|DefaultANGLEVulkan|UseOzonePlatform|CanvasOopRasterization|UseMultiPlaneFormatFor\w+Video|WebRTCPipeWireCapturer|HardwareMediaKeyHandling|MediaSessionService|CalculateNativeWinOcclusion|(?:Fluent)?(?:Overlay)?Scrollbars?|MiddleClickAutoscroll|TouchpadOverscrollHistoryNavigation|GlobalShortcutsPortal)$/

/** What a Till from source gets besides: it is what a developer makes of it. */
const developing =
  /^(?:allow|auto|disable|enable|force|gpu|host|ignore|in-process|inspect|js|load|log-net|no|ozone|proxy|remote|renderer|single|trace|use|user)-|^inspect$/

/**
 * Returns a command line without Chromium's and Electron's own switches and without the files that a person dropped on the program. Throws an
 * Error with a sentence if an installed Till gets a switch that is neither its own nor known to be harmless: Chromium has hundreds, and
 * many take protection away from the page.
 */
export function withoutChromiumSwitches(args: readonly string[], packaged: boolean): string[] {
  const own: string[] = []
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? ''
    const given = parseSwitch(arg)
    if (given === null) {
      if (isLinkText(arg) || (before.startsWith('--') && takesValue(before.slice(2)))) own.push(arg)
    } else if (arg === '--' || (arg.startsWith('--') && given.name in flags)) {
      own.push(arg)
    } else if (!isHarmless(given) && (packaged || !developing.test(given.name))) {
      throw refusal(arg, given.name)
    }
  }
  return own
}

interface Switch {
  readonly name: string
  readonly value: string
}

/**
 * Returns an argument as Chromium's base::CommandLine reads it; null if it is no switch. On Windows a slash begins one, too, and upper case
 * counts as lower case. No name has a second slash, unlike paths.
 */
function parseSwitch(arg: string): Switch | null {
  const isWindows = process.platform === 'win32'
  const sign = isWindows ? /^(?:--?|\/(?![^=]*[/\\]))([^=]*)(?:=(.*))?$/s : /^--?([^=]*)(?:=(.*))?$/s
  const [, name, value = ''] = arg.trim().match(sign) ?? []
  return name === undefined ? null : { name: isWindows ? name.toLowerCase() : name, value }
}

function isHarmless({ name, value }: Switch): boolean {
  // Windows gives it to the program that Electron registers for clicks on notifications (windows_toast_activator.cc).
  if (process.platform === 'win32' && name === 'embedding') return true
  // macOS numbers the programs that it opens.
  if (process.platform === 'darwin' && name.startsWith('psn_')) return true
  if (name === 'enable-features' || name === 'disable-features')
    return value.split(',').every((feature) => harmlessFeature.test(feature))
  return harmless.has(name)
}

function refusal(arg: string, name: string): Error {
  if (name === 'no-sandbox') return new StartRefusal('unsandboxed', '')
  const given = arg.trim().split('=', 1)[0]
  return new Error(
    `Till does not start with ${given}: it is neither an option of Till nor a switch of Chromium that leaves the page its protection.`,
  )
}
