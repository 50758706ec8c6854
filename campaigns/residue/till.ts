import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { launchTill, type RunningTill } from '../../e2e/support/launch-till.ts'
import { ask } from '../../e2e/support/ask.ts'
import { events, type TillBridge } from '../../src/shared/contract.ts'
import { plantCanary } from './canary.ts'
import { findProcesses } from './processes.ts'

/** The locations of the canaries, each with the seed of its canary. */
export const seeds = { main: 11, renderer: 22, file: 33, message: 44, environment: 55 } as const

/** A Till with canaries, which keeps its replies and events for the search. */
export interface WatchedTill extends RunningTill {
  /** Plants the page's canary and starts to record. */
  watch(): Promise<void>
  /** Runs in the page what makes Till replace it, then watches the new page. */
  replacePage(act: () => void): Promise<void>
  /** Returns every reply and event that the page got since the last call or the start of recording. */
  messages(): Promise<string>
  /** Makes main and the page collect their garbage. */
  collect(): Promise<void>
}

/** Starts Till with the service that `profileFile` names. */
export async function startWatched(dataDir: string, profileFile: string): Promise<WatchedTill> {
  Object.assign(process.env, {
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'child.ts')).href}`,
    TILL_CANARY_SEED: String(seeds.main),
    TILL_CANARY: plantCanary(seeds.environment).text,
  })
  const till = await launchTill({ shell: 'chromium', dataDir, profileFile, locale: 'en' })
  const { page } = till
  async function watch(): Promise<void> {
    // Sent as a script, so that the page does not return the canary itself.
    await page.evaluate(`void (${plantCanary.toString()})(${seeds.renderer})`)
    await page.evaluate(listen, Object.keys(events))
  }
  await watch()
  const devtools = await page.context().newCDPSession(page)
  return {
    ...till,
    watch,
    async replacePage(act) {
      await page.evaluate(act)
      await page.waitForFunction(() => 'till' in window && !('messages' in window))
      await watch()
    },
    messages: () => page.evaluate(() => (window as unknown as { messages: string[] }).messages.splice(0).join('\n')),
    async collect() {
      const main = findProcesses(dataDir).find(({ kind }) => kind === 'main')
      if (main === undefined) return
      const before = till.stderr().length
      process.kill(main.pid, 'SIGUSR2')
      while (!till.stderr().slice(before).includes('Collected.'))
        await new Promise((resolve) => setTimeout(resolve, 50))
      await devtools.send('HeapProfiler.collectGarbage')
    },
  }
}

/** Passes a canary through a reply and into the ledger, as an account's name. */
export async function passCanary({ page }: RunningTill): Promise<void> {
  const [account] = await ask(page, 'accounts.list', undefined)
  if (account === undefined) throw new Error('There is no account')
  const { address, colour } = account
  await ask(page, 'accounts.rename', { address, name: plantCanary(seeds.message).text, colour })
}

/** Records the bridge's replies, which arrive as JSON, and its events; runs in the page. */
function listen(names: readonly string[]): void {
  const messages: string[] = []
  const { till } = Object.assign(window as unknown as { till: TillBridge }, { messages })
  const parse = JSON.parse
  JSON.parse = (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown => {
    messages.push(text)
    return parse(text, reviver)
  }
  for (const name of names) till.on(name, (payload) => void messages.push(JSON.stringify(payload)))
}
