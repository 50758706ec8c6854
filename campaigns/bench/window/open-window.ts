import { once } from 'node:events'
import { startChromium } from '../../../e2e/support/start-chromium.ts'
import { openDevtools, type Devtools } from './devtools.ts'
import { watchPage } from './watch-page.ts'

const PATIENCE_MS = 60_000

/** A program of the Chromium shell that runs, and the line to its page. */
export interface OpenWindow {
  readonly devtools: Devtools
  /** When its process was begun, epoch milliseconds. */
  readonly begunAt: number
  /** When what is waited for is next painted, epoch milliseconds; asked for before anything leads there. Rejects after a minute. */
  nextShown(): Promise<number>
  /** The first time. */
  readonly firstShown: Promise<number>
  /** What an expression of the page comes to, promises waited for. */
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}

export interface WindowOptions {
  /** The file that Node runs. */
  readonly program: string
  readonly dataDir: string
  readonly browser: string
  /** A selector of what is waited for. */
  readonly shown: string
  readonly flags?: readonly string[]
}

/** Starts a program of the Chromium shell and watches its page. */
export async function openWindow({ program, dataDir, browser, shown, flags = [] }: WindowOptions): Promise<OpenWindow> {
  const begunAt = Date.now()
  const { child, port } = await startChromium(dataDir, [program, '--browser', browser, ...flags])
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
    // Whoever asks is told.
    firstShown.catch(() => undefined)
    const source = `(${watchPage.toString()})(${JSON.stringify(shown)})`
    for (const domain of ['Page', 'Runtime']) await send(`${domain}.enable`)
    await send('Runtime.addBinding', { name: 'tellShown' })
    await send('Page.addScriptToEvaluateOnNewDocument', { source })
    await send('Runtime.evaluate', { expression: source })
    return {
      ...{ devtools, begunAt, nextShown, firstShown },
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
