import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from '../../e2e/support/ask.ts'
import { buy, topUp } from '../../e2e/support/buy.ts'
import { plantCanary } from './canary.ts'
import { searchFolder } from './folder.ts'
import { formsOfBytes, formsOfText, type Needle } from './forms.ts'
import { findProcesses, searchMemory, VAULT_PROGRAM } from './processes.ts'
import { createSearcher, type Hit, type Searcher } from './search.ts'
import { KEPT_CODE, keepCodes } from './keep-codes.ts'
import { restoreByHand } from './restore-by-hand.ts'
import { drawKnown, needlesOf, type Known } from './secrets.ts'
import { startService } from './service.ts'
import { passCanary, seeds, startWatched, type WatchedTill } from './till.ts'

/** A residue: its location, secret and form, and how often it was found. */
export interface Finding {
  readonly location: string
  readonly secret: string
  readonly form: string
  readonly count: number
}

/** The result of one search of a locked Till. */
export interface Search {
  readonly findings: readonly Finding[]
  /** Canaries that the search should have found. */
  readonly missed: readonly string[]
  readonly files: number
  readonly fileMiB: number
  /** By kind of process; empty where memory cannot be read. */
  readonly memoryMiB: Readonly<Record<string, number>>
}

export interface Report {
  /** After all cycles, in a Till that was restarted after the restore. */
  readonly later: Search
  /** In the process that restored the wallet, right after locking it. */
  readonly restored: Search
  readonly seconds: number
}

/**
 * Restores a wallet by typing its recovery phrase, locks it and searches for what should be gone. Then restarts Till, as on another
 * day. Keeps codes, unlocks, buys and locks `cycles` times, and searches again.
 */
export async function runResidue(cycles: number, progress: (sentence: string) => void): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'till-residue-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const begun = performance.now()
  const known = drawKnown()
  const service = await startService(folder)
  const withTill = <T>(use: (till: WatchedTill) => Promise<T>): Promise<T> => using(dataDir, service.profileFile, use)
  try {
    const restored = await withTill(async (till) => {
      await restoreByHand(till.page, known)
      await till.watch()
      await ask(till.page, 'wallet.faucet', undefined)
      await ask(till.page, 'vault.lock', undefined)
      return searchTill(till, known, dataDir, '')
    })
    progress('Searched the Till that restored the wallet.')
    const later = await withTill(async (till) => {
      const { codes, messages } = await keepCodesUnlocked(till, known, dataDir)
      return searchTill(till, known, dataDir, `${messages}\n${await cycle(till, known, cycles)}`, codes)
    })
    return { later, restored, seconds: Math.round((performance.now() - begun) / 1000) }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function using<T>(dataDir: string, profileFile: string, use: (till: WatchedTill) => Promise<T>): Promise<T> {
  const till = await startWatched(dataDir, profileFile)
  try {
    return await use(till)
  } finally {
    await till.close()
  }
}

/** Returns the codes that were shown, and the messages to the page that showed them: Till replaces it when it locks. */
async function keepCodesUnlocked(
  till: WatchedTill,
  { password }: Known,
  dataDir: string,
): Promise<{ codes: Needle[]; messages: string }> {
  await untilCatalog(till)
  await ask(till.page, 'vault.unlock', { password })
  const codes = await keepCodes(till, password, dataDir)
  const messages = await till.messages()
  await till.replacePage(() => void window.till?.request('vault.lock', undefined))
  return { codes, messages }
}

async function untilCatalog({ page }: WatchedTill): Promise<void> {
  while ((await ask(page, 'catalog.status', undefined)).refreshedAt === null) await page.waitForTimeout(100)
}

/** Unlocks, buys and locks, `cycles` times; every tenth time, writes a key to a keystore file too. Returns the messages to the page. */
async function cycle({ page, messages }: WatchedTill, known: Known, cycles: number): Promise<string> {
  const texts: string[] = []
  for (let at = 0; at < cycles; at++) {
    await ask(page, 'vault.unlock', { password: known.password })
    await buy(page, topUp)
    if (at % 10 === 0) {
      const [account] = await ask(page, 'accounts.list', undefined)
      if (account === undefined) throw new Error('There is no account')
      const { password, keystorePassword: next } = known
      await ask(page, 'accounts.exportKeystore', { address: account.address, password, next, language: 'en' })
    }
    await ask(page, 'vault.lock', undefined)
    texts.push(await messages())
  }
  return texts.join('\n')
}

async function searchTill(
  till: WatchedTill,
  known: Known,
  dataDir: string,
  before: string,
  codes: readonly Needle[] = [],
): Promise<Search> {
  await passCanary(till)
  writeFileSync(join(dataDir, 'canary'), canaryFile())
  const messages = Buffer.from(`${before}\n${await till.messages()}`)
  await till.collect()
  const needles = [...(await needlesOf(known, dataDir)), ...canaryNeedles()]
  const searcher = createSearcher(needles)
  const withCodes = createSearcher([...needles, ...codes])
  const inFiles = searchFolder(dataDir, withCodes)
  const inMemory = searchProcesses(dataDir, withCodes)
  const locations: [string, readonly Hit[]][] = [
    ['messages', searcher.search(messages)],
    ['stderr', withCodes.search(Buffer.from(till.stderr()))],
    ...inFiles.found.map(({ file, hits }): [string, readonly Hit[]] => [file, hits]),
    ...inMemory.map(({ kind, hits }): [string, readonly Hit[]] => [inMemoryOf(kind), hits]),
  ]
  const all = tally(locations)
  return {
    findings: all.filter(({ secret }) => !secret.startsWith('canary')),
    missed: missedOf(
      all,
      inMemory.map(({ kind }) => kind),
    ),
    files: inFiles.files,
    fileMiB: toMiB(inFiles.bytes),
    memoryMiB: Object.fromEntries(inMemory.map(({ kind, bytes }) => [kind, toMiB(bytes)])),
  }
}

/** Searches all processes; returns one entry for each kind. */
function searchProcesses(dataDir: string, searcher: Searcher): { kind: string; bytes: number; hits: Hit[] }[] {
  if (process.platform !== 'linux') return []
  const kinds = new Map<string, { kind: string; bytes: number; hits: Hit[] }>()
  for (const one of findProcesses(dataDir)) {
    const { kind, bytes, hits } = searchMemory(one, searcher)
    const before = kinds.get(kind)
    kinds.set(kind, { kind, bytes: bytes + (before?.bytes ?? 0), hits: [...(before?.hits ?? []), ...hits] })
  }
  return [...kinds.values()]
}

function tally(locations: readonly [string, readonly Hit[]][]): Finding[] {
  const counts = new Map<string, Finding>()
  for (const [location, hits] of locations) {
    for (const { secret, form } of hits) {
      const key = [location, secret, form].join('/')
      counts.set(key, { location, secret, form, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...counts.values()]
}

const inMemoryOf = (kind: string): string => `memory of ${kind}`

/**
 * Returns whether a finding is a text that passed through a process which goes on: nothing can overwrite a string in memory. The page that
 * showed a code ends when Till locks.
 */
export function isPassedText({ location, secret }: Finding): boolean {
  if (secret === 'password') return true
  return secret === KEPT_CODE && [inMemoryOf('main'), inMemoryOf('browser')].includes(location)
}

const nameOf = (location: string, part: string): string => `canary: ${part}, ${location}`

function canaryNeedles(): Needle[] {
  const planted = Object.entries(seeds).flatMap(([location, seed]) => {
    const { text, bytes, number } = plantCanary(seed)
    return [
      ...formsOfText(nameOf(location, 'text'), text),
      ...formsOfBytes(nameOf(location, 'bytes'), bytes),
      ...formsOfBytes(nameOf(location, 'number'), Buffer.from(number.toString(16), 'hex')),
    ]
  })
  return [...planted, ...formsOfText(nameOf('vault', 'program'), VAULT_PROGRAM)]
}

/** Returns the canary's text, its bytes plain and in base64, and its number in hex. */
function canaryFile(): Buffer {
  const { text, bytes, number } = plantCanary(seeds.file)
  const base64 = Buffer.from(bytes).toString('base64')
  return Buffer.concat([Buffer.from(`${text} ${number.toString(16)} x${base64} `), bytes])
}

function missedOf(findings: readonly Finding[], kinds: readonly string[]): string[] {
  const parts = ['text', 'bytes', 'number']
  const wanted = [
    ...parts.map((part) => ['canary', nameOf('file', part)]),
    ['messages', nameOf('message', 'text')],
    ...(kinds.length === 0 ? [] : ['main', 'renderer']).flatMap((kind) =>
      parts.map((part) => [inMemoryOf(kind), nameOf(kind, part)]),
    ),
    // Every process inherits it from its parent, except the vault's, which gets no environment.
    ...kinds.map((kind) => [
      inMemoryOf(kind),
      kind === 'vault' ? nameOf('vault', 'program') : nameOf('environment', 'text'),
    ]),
  ]
  return wanted
    .filter(([location, secret]) => !findings.some((one) => one.location === location && one.secret === secret))
    .map(([location, secret]) => `${secret} in ${location}`)
}

const toMiB = (bytes: number): number => Math.round(bytes / 2 ** 20)
