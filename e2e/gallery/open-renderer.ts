import type { BrowserContext, Page } from 'playwright-core'
import { events } from '../../src/shared/contract.ts'
import type { Scripted } from '../../src/testing/scripted/bridge.ts'
import { serveRenderer } from './serve-renderer.ts'

/** A page for the built renderer; `complaints` collects its logged errors. */
export interface OpenRenderer {
  readonly page: Page
  /** Where the page's screens are. */
  readonly origin: string
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
  const { origin, close } = await serveRenderer(dist)
  context.once('close', close)
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
    origin,
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
