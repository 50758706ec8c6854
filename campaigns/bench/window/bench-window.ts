import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import { buildIfNeeded } from '../../../scripts/launch/build-if-needed.ts'
import { chromiumOrigin } from '../../../src/main/shell/chromium/answer-page.ts'
import { median } from '../catalog/figures.ts'
import { showBareList } from './bare-list.ts'
import { measureScroll } from './measure-scroll.ts'
import { openWindow, type OpenWindow } from './open-window.ts'
import { stockFolder } from './stock-folder.ts'

/** Medians over rounds in which peer and Till take turns, in milliseconds, and each round's own figures. */
interface Comparison {
  readonly peerMs: number
  readonly tillMs: number
  /** The median of the rounds' ratios. */
  readonly timesPeer: number
  readonly rounds: readonly (readonly [peer: number, till: number])[]
}

export interface WindowFigures {
  /**
   * From the start of the process to the first tile in the shop; the peer is the same shell with an empty page. Null if `missing` says why.
   */
  readonly start: Comparison | null
  /** The 99th percentile of frame times during a fling of the product list; the peer is a bare list in the same browser. */
  readonly fling: Comparison | null
  readonly missing: string | null
}

const root = join(import.meta.dirname, '../../..')
const program = join(root, 'out/main/chromium.js')
const tile = '[data-results] [data-index] a'
const PAINT_MS = 1_500
/** The same as the shop's product list. */
const ROW = { height: 73, near: 600 }

/** Measures the start and a fling of the real app over a catalog of `count` variants in `file`. `browser` is a Chromium, or null. */
export async function benchWindow(
  browser: string | null,
  { file, folder, count, rounds }: { file: string; folder: string; count: number; rounds: number },
): Promise<WindowFigures> {
  if (browser === null) return { start: null, fling: null, missing: 'There is no Chromium or Chrome on this machine' }
  buildIfNeeded()
  const [empty, till] = ['empty', 'till'].map((name) => join(folder, name)) as [string, string]
  for (const dataDir of [empty, till]) mkdirSync(dataDir)
  await stockFolder(till, file, program, browser)
  const emptyShell = await buildEmptyShell()
  const peer = { program: emptyShell, dataDir: empty, browser, shown: 'body' }
  const own = { program, dataDir: till, browser, shown: tile }
  // A dry run: the peer's browser creates its profile folder.
  await startOf(peer)
  const starts: [number, number][] = []
  for (let round = 0; round < rounds; round++) starts.push([await startOf(peer), await startOf(own)])
  return { start: compare(starts), fling: compare(await flings(await openWindow(own), count, rounds)), missing: null }
}

async function startOf(options: Parameters<typeof openWindow>[0]): Promise<number> {
  const window = await openWindow(options)
  try {
    return (await window.firstShown) - window.startedAt
  } finally {
    await window.close()
  }
}

/** Flings both lists in the same window, in turns. */
async function flings(window: OpenWindow, count: number, rounds: number): Promise<[number, number][]> {
  const { devtools, evaluate, firstShown, nextShown } = window
  try {
    await firstShown
    const found: [number, number][] = []
    for (let round = 0; round < rounds; round++) {
      await devtools.send('Page.navigate', { url: 'about:blank' })
      await evaluate(`(${showBareList.toString()})(${count}, ${ROW.height}, ${ROW.near})`)
      await wait(PAINT_MS)
      const bare = slowest(await measureScroll(window))
      const shown = nextShown()
      await devtools.send('Page.navigate', { url: `${chromiumOrigin}/#/shop?view=products` })
      await shown
      await wait(PAINT_MS)
      found.push([bare, slowest(await measureScroll(window))])
    }
    return found
  } finally {
    await window.close()
  }
}

/** Builds the shell alone, bundled like Till's main. */
async function buildEmptyShell(): Promise<string> {
  const outDir = join(root, 'out/bench')
  const ssr = join(import.meta.dirname, 'empty-shell.ts')
  await build({ root, configFile: false, logLevel: 'warn', build: { ssr, outDir, target: 'node24' } })
  return join(outDir, 'empty-shell.js')
}

function slowest(frames: readonly number[]): number {
  return frames.toSorted((a, b) => a - b)[Math.floor((frames.length - 1) * 0.99)] ?? NaN
}

function compare(rounds: readonly (readonly [number, number])[]): Comparison {
  return {
    peerMs: median(rounds.map(([peer]) => peer)),
    tillMs: median(rounds.map(([, till]) => till)),
    timesPeer: median(rounds.map(([peer, till]) => till / peer)),
    rounds,
  }
}
