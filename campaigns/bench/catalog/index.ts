import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../../../scripts/launch/find-browser.ts'
import { benchWindow, type WindowFigures } from '../window/bench-window.ts'
import { writeCatalogData } from './data.ts'
import { median, type Spread } from './figures.ts'
import { runJob } from './job.ts'
import type { benchKinds } from './kinds.ts'
import type { RefreshMemory } from './memory.ts'
import type { SearchFigures } from './search.ts'

/** The figures of one size of catalog: Till and its peers over the same data, in milliseconds. */
interface SizeFigures {
  readonly search: SearchFigures
  /** Searches with a country, a typing error or money, beside a plain full-text query. */
  readonly kinds: ReturnType<typeof benchKinds>
  readonly miniSearch: Spread | null
  readonly fuse: Spread | null
  readonly timesFasterThanMiniSearch: number | null
  /**
   * Medians of the rounds. The floor parses, bulk-inserts and builds a plain index.
   * The rest: a first refresh, a refresh with 1 % changed, and their ratios to the floor.
   */
  readonly refresh: {
    floorMs: number
    fullMs: number
    changedMs: number
    timesFloor: number
    changedTimesFloor: number
  }
  readonly memory: RefreshMemory
  /** What a person sees of it; only for 50,000 variants. */
  readonly window: WindowFigures | null
}

export interface CatalogFigures {
  readonly sizes: Readonly<Record<string, SizeFigures>>
  /** The ratio of the 95th percentiles of search, the largest catalog to the one before it. */
  readonly searchGrowth: number | null
  readonly ok: boolean
}

const CHANGED = 0.01
/** Beyond this size, MiniSearch and Fuse.js need gigabytes and minutes. */
const MAX_FOR_PEERS = 50_000
/** The size at which start and fling are measured, and the number of rounds. */
const IN_WINDOW = { count: 50_000, rounds: 7 }

async function benchSize(count: number, folder: string): Promise<SizeFigures> {
  const [file, changed, database] = ['all.json', 'changed.json', 'till.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeCatalogData(file, { variants: count })
  writeCatalogData(changed, { variants: count, changed: CHANGED })
  const rounds: { floor: number; full: number; changed: number }[] = []
  for (let round = 0; round < (count > MAX_FOR_PEERS ? 1 : 3); round++) {
    for (const name of ['floor.db', 'till.db'])
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true })
    const floor = await runJob('floor', { file, database: join(folder, 'floor.db') })
    const [full = NaN] = await runJob('refresh', { files: [file], database })
    // A new process, as on another day.
    const [second = NaN] = await runJob('refresh', { files: [changed], database })
    rounds.push({ floor, full, changed: second })
  }
  const hasPeers = count <= MAX_FOR_PEERS
  const search = await runJob('search', { database })
  const miniSearch = hasPeers ? await runJob('miniSearch', { file }) : null
  const ratioOf = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick))
  return {
    search,
    kinds: await runJob('kinds', { database }),
    miniSearch,
    fuse: hasPeers ? await runJob('fuse', { file }) : null,
    timesFasterThanMiniSearch: miniSearch && miniSearch.p95 / search.search.p95,
    refresh: {
      floorMs: ratioOf(({ floor }) => floor),
      fullMs: ratioOf(({ full }) => full),
      changedMs: ratioOf((round) => round.changed),
      timesFloor: ratioOf(({ full, floor }) => full / floor),
      changedTimesFloor: ratioOf((round) => round.changed / round.floor),
    },
    memory: await runJob('memory', { file, folder }),
    window: count === IN_WINDOW.count ? await benchWindow(findBrowser(), { file, folder, ...IN_WINDOW }) : null,
  }
}

/**
 * Measures search, refresh and memory over catalogs of each of `counts` variants, the smallest first.
 * At 50,000 it measures start and fling too.
 */
export async function benchCatalog(counts: readonly number[]): Promise<CatalogFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'till-bench-'))
  const sizes: Record<string, SizeFigures> = {}
  try {
    for (const count of counts) {
      const own = join(folder, String(count))
      mkdirSync(own)
      const figures = await benchSize(count, own)
      sizes[count] = figures
      console.log(`${count} variants: ${JSON.stringify(figures)}`)
      rmSync(own, { recursive: true })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const [before, largest] = counts.slice(-2).map((count) => sizes[count])
  const searchGrowth = before && largest ? largest.search.search.p95 / before.search.search.p95 : null
  return { sizes, searchGrowth, ok: isGood(sizes['50000']) && (searchGrowth ?? 0) < 4 }
}

/** Whether the figures for 50,000 variants meet their limits. A size that was not measured passes. */
function isGood(figures: SizeFigures | undefined): boolean {
  if (figures === undefined) return true
  const { search, kinds, timesFasterThanMiniSearch, refresh, memory, window } = figures
  return (
    search.timesBare <= 1.5 &&
    Object.values(kinds).every(({ timesPlain }) => timesPlain <= 3) &&
    (timesFasterThanMiniSearch ?? 0) >= 5 &&
    // More than the plain one: it also indexes notes and the places' names in every language.
    refresh.timesFloor <= 1.7 &&
    refresh.changedTimesFloor <= 0.8 &&
    memory.peakMb - memory.idleMb <= 150 &&
    // Without a browser these are null, and `missing` says so.
    (window?.start?.timesPeer ?? 0) <= 1.4 &&
    (window?.fling?.timesPeer ?? 0) <= 1.3
  )
}
