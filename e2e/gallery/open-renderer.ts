import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { events } from '../../src/shared/contract.ts'
import type { Scripted } from '../../src/testing/scripted/bridge.ts'

export const origin = 'https://till.invalid'
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types vue"
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

function picture(id: string): string | null {
  if (id === 'broken') return null
  const hue = [...id].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0) * 7, 0) % 360
  const [kind, name = ''] = id.split('-')
  if (kind === 'coin' || kind === 'network') return roundPicture(name.toUpperCase(), hue)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 80"><circle cx="44" cy="40" r="26" fill="hsl(${hue} 60% 45%)"/><path d="M82 30h62v8H82zM82 46h40v6H82z" fill="hsl(${hue} 50% 35%)"/></svg>`
}

/** Draws a coin or a network: its name on its colour. */
function roundPicture(name: string, hue: number): string {
  const shown = name.length > 4 ? name.slice(0, 1) : name
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="hsl(${hue} 60% 38%)"/><text x="32" y="33" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${shown.length > 1 ? 17 : 28}" text-anchor="middle" dominant-baseline="central">${shown}</text></svg>`
}

/** A page for the built renderer; `complaints` collects its logged errors. */
export interface OpenRenderer {
  readonly page: Page
  readonly complaints: string[]
  /** Replaces the page's bridge. The page must be loaded again. */
  playNext(scripted: Scripted): void
}

/** Opens a page for the built renderer in `dist` over a scripted bridge, under the app's content policy. */
export async function openRenderer(context: BrowserContext, dist: string, scripted: Scripted): Promise<OpenRenderer> {
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('404'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== origin) return route.abort()
    if (url.pathname.startsWith('/image/')) {
      const body = picture(url.pathname.slice('/image/'.length))
      return body === null ? route.fulfill({ status: 404 }) : route.fulfill({ contentType: 'image/svg+xml', body })
    }
    const path = extname(url.pathname) === '' ? '/index.html' : normalize(url.pathname)
    const body = await readFile(join(dist, path))
    return route.fulfill({
      body,
      contentType: types[extname(path)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': policy },
    })
  })
  let playing = scripted
  await page.exposeFunction('tillRequest', (name: string, input: unknown) =>
    playing.bridge.request(name, input ?? undefined),
  )
  await page.addInitScript(() => {
    const listeners = new Map<string, Set<(payload: unknown) => void>>()
    const scope = window as unknown as Record<string, unknown>
    scope['till'] = {
      request: scope['tillRequest'],
      on(name: string, listener: (payload: unknown) => void) {
        const own = listeners.get(name) ?? new Set()
        listeners.set(name, own.add(listener))
        return () => own.delete(listener)
      },
    }
    scope['tillEmit'] = (name: string, payload: unknown) =>
      listeners.get(name)?.forEach((listener) => listener(payload))
  })
  let stopEvents = sendEvents(page, scripted)
  return {
    page,
    complaints,
    playNext(next) {
      stopEvents()
      stopEvents = sendEvents(page, next)
      playing = next
    },
  }
}

/** Sends the bridge's events to the page; returns what stops it. */
function sendEvents(page: Page, { bridge }: Scripted): () => void {
  const stops = Object.keys(events).map((name) =>
    bridge.on(name, (payload) => {
      void page
        .evaluate(
          ([event, value]) =>
            (window as unknown as { tillEmit(name: unknown, value: unknown): void }).tillEmit(event, value),
          [name, payload] as const,
        )
        .catch(() => undefined)
    }),
  )
  return () => stops.forEach((stop) => stop())
}
