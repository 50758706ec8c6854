import { chromium, type Browser } from 'playwright-core'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'

/** Opens a browser for the built page over made-up answers. The caller closes it. */
export function openBrowser(executablePath: string = findOrInstallBrowser()): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-background-networking'],
  })
}
