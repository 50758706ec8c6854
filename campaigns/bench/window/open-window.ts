import { once } from 'node:events'
import { nodeFlags } from '../../../scripts/launch/node-flags.ts'
import { startChromium } from '../../../e2e/support/start-chromium.ts'
import { openDevtools, type Devtools } from './devtools.ts'

declare global {
  interface Window {
    tellShown?: (at: string) => void
    watched?: true
  }
}

const PATIENCE_MS = 60_000

/** A running program of the Chromium shell, and the connection to its page. */
export interface OpenWindow {
  readonly devtools: Devtools
  /** The start of its process, epoch milliseconds. */
  readonly startedAt: number
  /**
   * Resolves with the epoch milliseconds of the next paint of `shown`; rejects after a minute. Call it before whatever triggers the paint.
   */
  nextShown(): Promise<number>
  /** The first paint of `shown`. */
  readonly firstShown: Promise<number>
  /** Evaluates an expression in the page and awaits promises. */
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}

export interface WindowOptions {
  /** The file that Node runs. */
  readonly program: string
  readonly dataDir: string
  readonly browser: string
  /** The selector to wait for. */
  readonly shown: string
  readonly flags?: readonly string[]
}

/** Starts a program of the Chromium shell and watches its page. */
export async function openWindow({ program, dataDir, browser, shown, flags = [] }: WindowOptions): Promise<OpenWindow> {
  const startedAt = Date.now()
  const { child, port } = await startChromium(dataDir, [...nodeFlags, program, '--browser', browser, ...flags])
  const ended = once(child, 'exit')
  async function end(): Promise<void> {
    child.kill('SIGTERM')
    await ended
  }
  try {
    const devtools = await openDevtools(port)
    const { send } = devtools
    const nextShown = async (): Promise<number> =>
      Number((await inTime(devtools.next('Runtime.bindingCalled'), shown))['payload'])
    const firstShown = nextShown()
    // Whoever awaits it gets the error.
    firstShown.catch(() => undefined)
    const source = `(${watchPage.toString()})(${JSON.stringify(shown)})`
    for (const domain of ['Page', 'Runtime']) await send(`${domain}.enable`)
    await send('Runtime.addBinding', { name: 'tellShown' })
    await send('Page.addScriptToEvaluateOnNewDocument', { source })
    await send('Runtime.evaluate', { expression: source })
    return {
      devtools,
      startedAt,
      nextShown,
      firstShown,
      async evaluate<T>(expression: string) {
        const options = { expression, awaitPromise: true, returnByValue: true }
        const { result, exceptionDetails } = await send('Runtime.evaluate', options)
        if (exceptionDetails) throw new Error(`The page failed: ${JSON.stringify(exceptionDetails)}`)
        return (result as { value: T }).value
      },
      async close() {
        devtools.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function inTime<T>(work: Promise<T>, shown: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no "${shown}" within a minute`)), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Reports when an element that matches `shown` was painted, in epoch milliseconds; runs in the page. */
function watchPage(shown: string): void {
  if (window.watched || location.protocol !== 'https:') return
  window.watched = true
  const check = (): void => {
    if (document.querySelector(shown) === null) return void requestAnimationFrame(check)
    // At the next frame, this one has been painted.
    requestAnimationFrame(() => window.tellShown?.(String(Date.now())))
  }
  requestAnimationFrame(check)
}
