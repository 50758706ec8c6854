import { chromium, type Browser } from 'playwright-core'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'

/** Opens the browser in which scenes are judged. The caller closes it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrInstallBrowser(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
  })
}
