import { closeSync, openSync, readFileSync, readdirSync, readSync } from 'node:fs'
import type { Hit, Searcher } from './search.ts'

/** A process of Till: `main` and `vault` in Node, the others by Chromium's own names. */
export interface TillProcess {
  readonly pid: number
  readonly kind: string
}

/** The hits in a process, and the number of bytes searched. */
export interface ProcessHits extends TillProcess {
  readonly bytes: number
  readonly hits: readonly Hit[]
}

/** Identifies a process of the vault. */
export const VAULT_PROGRAM = '/out/main/vault-worker.js'

const STRETCH = 16 * 1024 * 1024
const PAGE = 4096

/** Finds Till's processes over a data folder (Linux): those whose command line contains it, and all their descendants. */
export function findProcesses(dataDir: string): TillProcess[] {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const found = new Map(rows.filter(({ line }) => line.includes(dataDir)).map((row) => [row.pid, row]))
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const row of rows) if (found.has(row.parent)) found.set(row.pid, row)
  }
  return [...found.values()].map(({ pid, line }) => ({ pid, kind: kindOf(line) }))
}

/** Searches all readable memory of a process that differs from the files it was loaded from. */
export function searchMemory({ pid, kind }: TillProcess, searcher: Searcher): ProcessHits {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const buffer = Buffer.alloc(STRETCH)
  const hits: Hit[] = []
  let bytes = 0
  try {
    for (const { start, end } of regionsOf(pid)) {
      for (let at = start; at < end;) {
        const wanted = Math.min(STRETCH, end - at)
        const length = readAt(memory, buffer.subarray(0, wanted), at)
        const isWhole = length === STRETCH && at + length < end
        const until = isWhole ? STRETCH - searcher.longest : length
        for (const hit of searcher.search(buffer.subarray(0, length), until)) hits.push({ ...hit, at: at + hit.at })
        bytes += until
        // Skips a page that cannot be read.
        at += length < wanted ? length + PAGE : until
      }
    }
  } finally {
    closeSync(memory)
    buffer.fill(0)
  }
  return { pid, kind, bytes, hits }
}

function readProcess(pid: number): { pid: number; parent: number; line: string }[] {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return [{ pid, parent: Number(parent), line: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
  } catch {
    // The process ended in the meantime.
    return []
  }
}

function kindOf(line: string): string {
  if (line.includes(VAULT_PROGRAM)) return 'vault'
  if (line.includes('/out/main/')) return 'main'
  return /--type=([a-z-]+)/.exec(line)?.[1] ?? (/crashpad/.test(line) ? 'crashpad' : 'browser')
}

/** Lists the readable regions. All addresses of a process itself are below 2^53. */
function regionsOf(pid: number): { start: number; end: number }[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, start, end, rights, inode, name] =
        /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ (\d+)\s*(.*)$/.exec(line) ?? []
      if (!start || !end || !rights?.startsWith('r') || /^\[v/.test(name ?? '')) return []
      if (inode !== '0' && !rights.includes('w') && !/^\/(?:dev\/shm|memfd)/.test(name ?? '')) return []
      return [{ start: parseInt(start, 16), end: parseInt(end, 16) }]
    })
}

function readAt(memory: number, buffer: Buffer, at: number): number {
  try {
    return readSync(memory, buffer, 0, buffer.length, at)
  } catch {
    // The page cannot be read, or is gone.
    return 0
  }
}
