import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'

/** The page on the customer's display. */
export interface CustomerDisplay {
  readonly page: Page
  /** The errors of its page so far, from its start on. */
  readonly errors: string[]
}

/**
 * Writes a program into Till's data folder that opens this machine's browser as one with a second display, where every browser has a
 * debugging port: the customer's page has a browser of its own. Returns its path.
 */
export async function writeBrowserWithTwoDisplays(dataDir: string): Promise<string> {
  const path = join(dataDir, 'browser-with-two-displays')
  const flags = `'--screen-info={1280x800}{1024x768}' --remote-debugging-port=0`
  await writeFile(path, `#!/bin/sh\nexec '${findOrInstallBrowser()}' "$@" ${flags}\n`, { mode: 0o755 })
  return path
}

/** Waits for the customer's page of a Till that was started with this browser. */
export async function openCustomerDisplay(dataDir: string): Promise<CustomerDisplay> {
  const portFile = join(dataDir, 'chromium-customer', 'DevToolsActivePort')
  let port = ''
  while (port === '') {
    port = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0] ?? ''
    if (port === '') await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('The browser has no context')
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(error.message))
  // Vue reports here what its components throw.
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  await page.waitForURL('https://till.localhost/#/customer')
  return { page, errors }
}
