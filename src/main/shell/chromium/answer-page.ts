import type { BrowserContext, Page, Route } from 'playwright-core'
import type { PageHost } from '../shell.ts'
import { installBridge } from './install-bridge.ts'

/** Resolves only to this machine; every request to it is answered by interception. */
export const chromiumOrigin = 'https://till.localhost'

/** Answers a page's requests to the app and for the app's files; every other request, and every other page, gets nothing. */
export async function answerPage(context: BrowserContext, page: Page, host: PageHost): Promise<void> {
  await context.route('**/*', (route) => ignoreAfterClose(route.abort()))
  await page.route('**/*', (route) => ignoreAfterClose(serve(host, route)))
  await context.exposeBinding('tillRequest', async (source, name: unknown, input: unknown) => {
    const trusted = source.frame === page.mainFrame() && new URL(source.frame.url()).origin === chromiumOrigin
    // As one text: Playwright is far slower with a long list, item by item.
    return JSON.stringify(await host.request(trusted, name, input))
  })
  await page.addInitScript(installBridge)
}

/** Ignores errors of work in progress when the browser ends; Till continues. */
export function ignoreAfterClose(doing: Promise<unknown>): void {
  doing.catch(() => undefined)
}

async function serve(host: PageHost, route: Route): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  if (url.origin === chromiumOrigin) {
    const file = await host.serve(url)
    return route.fulfill({ status: file.status, headers: { ...file.headers }, body: Buffer.from(file.bytes) })
  }
  // "No content" keeps the current page; a failure would show the browser's error page.
  return request.isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort()
}
