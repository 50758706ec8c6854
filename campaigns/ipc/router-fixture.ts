import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import { english, generateMnemonic } from 'viem/accounts'
import { programOf } from '../../scripts/testing/program-of.ts'
import { createApp } from '../../src/main/app.ts'
import { readConfig } from '../../src/main/config.ts'
import { ledgerMigrations } from '../../src/main/db/migrations/ledger.ts'
import type { WritableDb } from '../../src/main/db/connections.ts'
import { openDatabase } from '../../src/main/db/open-database.ts'
import { createSealer } from '../../src/main/db/seal.ts'
import { insertBytes, insertIntent, insertStep } from '../../src/main/engine/steps/step-repository.ts'
import { createLog } from '../../src/main/log/create-log.ts'
import { insertSale } from '../../src/main/sales/sales-repository.ts'
import { insertShift } from '../../src/main/sales/shifts/shifts-repository.ts'
import type { ShellHost } from '../../src/main/shell/shell.ts'
import { insertTransfer } from '../../src/main/transfers/transfer-repository.ts'
import { vaultInProcess } from '../../src/testing/vault/in-process.ts'
import { fillLedger, openKinds, SKU } from '../recovery/fill-ledger.ts'
import { openSimulation } from '../recovery/simulation.ts'

/** A whole Till without a window, with a wallet and purchases. Its vault runs in the same process and derives keys cheaply. */
export interface RouterFixture {
  request: ShellHost['request']
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[]
  /** Ids, addresses and names that a page may know. */
  readonly known: readonly [string, ...string[]]
  /** Returns the events that main emitted since the last call. */
  events(): readonly { readonly name: string; readonly payload: unknown }[]
  /** Returns the log lines since the last call. */
  logged(): readonly string[]
  /** Returns the failures since the last call that no handler foresaw. */
  unforeseen(): readonly unknown[]
  /** Returns the vault operations since the last call. */
  vaultDid(): readonly string[]
  vaultFile(): string
  /** The addresses, hashes and signed bytes in the ledger, with which a block explorer shows what the wallet holds. */
  readonly onChain: readonly string[]
  /** The wallet's password, which no case knows. */
  readonly password: string
  /** Unlocks the wallet with it. */
  unlock(): Promise<void>
  close(): Promise<void>
}

const cheap = { memoryKiB: 8, passes: 1, lanes: 1 }

/** Returns every two neighbouring words, as in a text and as in a list. A single word, such as "any", may occur in a message. */
function neighbours(words: readonly string[]): string[] {
  return words.slice(1).flatMap((choice, index) => [`${words[index]} ${choice}`, `${words[index]}","${choice}`])
}

/** Makes a cash sale of every purchase, in an open shift. */
function sellAll(ledger: WritableDb): void {
  const at = Date.now()
  insertShift(ledger, 'MXN', '500', at)
  const product = { sku: SKU, product: 'Oak 5.00 USD' }
  const cash = { price: '90', cost: '85', given: '100' }
  for (const purchaseId of ledger.prepare('SELECT id FROM purchases').pluck().all() as string[])
    insertSale(ledger, { ...product, ...cash, purchaseId, clerkId: null, shift: 1, at })
}

/** Sends coins from the wallet of a purchase. */
function sendOnce(ledger: WritableDb): void {
  const from = ledger.prepare('SELECT from_address FROM steps').pluck().get() as Address
  const chainInstance = ledger.prepare('SELECT chain_instance FROM steps').pluck().get() as string
  const id = randomUUID()
  const [hash, raw] = [`0x${randomBytes(32).toString('hex')}`, `0x02${randomBytes(90).toString('hex')}`] as const
  const recipient = `0x${'5'.repeat(40)}` as const
  const network = { key: 'sim', name: 'Simulated', chainId: 1, rpcUrls: [], explorerUrl: '', nativeSymbol: 'ETH' }
  const coin = { symbol: 'USDC', decimals: 6 }
  const at = Date.now()
  insertIntent(ledger, id, 'transfer')
  const sent = {
    id,
    createdAt: at,
    countedAt: at,
    profileId: 'x',
    chainInstance,
    from,
    network,
    coin,
    sealedName: null,
  }
  insertTransfer(ledger, { ...sent, token: recipient, units: 5n, recipient })
  insertStep(ledger, { intentId: id, position: 0, kind: 'send', chainInstance, from, nonce: 1_000 })
  const bytes = { intentId: id, position: 0, purpose: 'original', hash, raw, maxFeeUnits: 1n } as const
  insertBytes(ledger, { ...bytes, token: recipient, spendsUnits: 5n, signedAt: at })
}

function onChainIn(ledger: WritableDb): string[] {
  const all = [
    'SELECT from_address FROM steps',
    'SELECT hash FROM signed_transactions',
    'SELECT raw FROM signed_transactions',
  ]
  return [...new Set(all.flatMap((sql) => ledger.prepare(sql).pluck().all() as string[]))]
}

/** Builds one in a folder of its own. It reaches no service. */
export async function openRouterFixture(): Promise<RouterFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'till-ipc-'))
  const recordsKey = new Uint8Array(randomBytes(32))
  const ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
  fillLedger(
    ledger,
    createSealer(recordsKey),
    openSimulation(100),
    Object.fromEntries(openKinds.map((kind) => [kind, 2])),
  )
  const ids = ledger.prepare('SELECT id FROM purchases').pluck().all() as string[]
  sellAll(ledger)
  sendOnce(ledger)
  const profileFile = join(folder, 'service.json')
  // Nobody listens on this port.
  writeFileSync(profileFile, JSON.stringify({ name: 'Nobody', baseUrl: 'http://127.0.0.1:9', integrator: 'ipc' }))

  const words = generateMnemonic(english)
  const password = `correct horse ${randomBytes(8).toString('hex')}`
  const spoken: { name: string; payload: unknown }[] = []
  const failures: unknown[] = []
  const lines: string[] = []
  const done: string[] = []
  let host: ShellHost | null = null
  const errors = console.error
  console.error = (...output: unknown[]) => void failures.push(output)
  const app = createApp({
    config: readConfig(['--data-dir', folder, '--profile', profileFile], false),
    version: '0.0.0',
    updateFeed: null,
    log: createLog({ level: 'debug', append: (line) => lines.push(line), now: Date.now, monotonic: Date.now }),
    logTail: () => [...lines],
    shell: {
      kind: 'chromium',
      open: (given) => Promise.resolve(void (host = given)),
      emit: (name, payload) => void spoken.push({ name, payload }),
      customerWindow: {
        set: () => undefined,
        isOpen: () => false,
        emit: (name, payload) => void spoken.push({ name, payload }),
      },
      reload: () => Promise.resolve(),
      setKiosk: () => Promise.resolve(),
      print: () => Promise.resolve(true),
      locksWithScreen: false,
      printsSilently: false,
      saveFile: (name) => Promise.resolve(`/saved/${name}`),
      dialogs: null,
      desktop: null,
      clipboard: null,
      openExternal: () => Promise.resolve(),
      focus: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    secrets: { protected: true, read: () => recordsKey, write: () => undefined },
    rendererFolder: folder,
    workers: {
      refresh: programOf('refresh-worker'),
      regex: programOf('regex-worker'),
      facets: programOf('facets-worker'),
    },
    startVault: () => vaultInProcess((what) => done.push(what)),
    vaultCost: cheap,
    onClosed: () => undefined,
    restart: () => Promise.reject(new Error('Nothing was restored')),
  })
  await app.start()
  const request: RouterFixture['request'] = (...input) =>
    host?.request(...input) ?? Promise.reject(new Error('Not started'))
  await request(true, 'vault.restore', { words, password })
  const accounts = (await request(true, 'accounts.list', undefined)) as { value: { address: string }[] }
  done.length = 0

  const take = <T>(list: T[]): T[] => list.splice(0)
  return {
    request,
    password,
    secrets: [password, Buffer.from(recordsKey).toString('hex'), ...neighbours(words.split(' '))],
    known: ['lumo_MX_200-I', ...ids, ...accounts.value.map(({ address }) => address), 'usdc', 'MX', '5512345678'],
    onChain: [...accounts.value.map(({ address }) => address), ...onChainIn(ledger)],
    events: () => take(spoken),
    logged: () => take(lines),
    unforeseen: () => take(failures),
    vaultDid: () => take(done),
    vaultFile: () => readFileSync(join(folder, 'vault.json'), 'utf8'),
    async unlock() {
      // The cases' wrong passwords would throttle the right one.
      ledger.exec('DELETE FROM unlock_throttle')
      await request(true, 'vault.unlock', { password })
    },
    async close() {
      await app.stop()
      ledger.close()
      console.error = errors
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
