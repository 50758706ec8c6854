import type { Address } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import { tillLimits } from '../../shared/registers/limits.ts'
import type { TillPurchaseView, TillsView, TillView } from '../../shared/registers/views.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { explorerUrl, type KnownExplorers } from '../chain/explorer-url.ts'
import type { RequestBudget } from '../service/budget/request-budget.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createLooks } from './look-at-tills.ts'
import { readTill } from './read-till.ts'
import { viewOfTill } from './till-view.ts'
import {
  countTillPurchases,
  forgetTill,
  listTillPurchases,
  readTillPurchase,
  readTillRead,
  type TillList,
} from './till-purchases-repository.ts'
import type { TillPurchase } from './till-purchase.ts'
import { deleteTill, insertTill, readTills, renameTill, type Till } from './tills-repository.ts'

/** The service in use, as far as tills need it. */
export interface TillsService {
  /** See `serviceKey`. */
  readonly key: string
  readonly client: Pick<ServiceClient, 'listTransactions'>
  /** How many rows of a list it takes as a page. */
  readonly pageSize: number
  readonly budget: Pick<RequestBudget, 'isRush'>
  readonly explorers: KnownExplorers
}

export interface TillsOptions {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  /** AppError `no-profile`, or `not-allowed` for one that this window may not use. */
  readonly service: () => TillsService
  /** Where a network's block explorer is, as the service gave it; '' where it gave none. */
  readonly explorerOf: (chainId: number) => string
  /** Whether an address is one of this wallet's own. */
  readonly isOwn: (address: Address) => boolean
  /** The tills in place of the manager's; null where nobody else sets them. */
  readonly chosen: () => readonly Till[] | null
  readonly onChange: (view: TillsView) => void
}

/** All that was read of a till, a page at a time, the newest purchases first. */
export interface ExportedTill {
  readonly till: Till
  /** When the newest were read, epoch milliseconds; null before the first time. */
  readonly readAt: number | null
  readonly pages: Iterable<readonly TillPurchase[]>
}

/** Other tills, followed by their addresses alone. */
export interface Tills {
  list(): TillsView
  /** AppError `invalid-input` or `not-allowed`, with a reason. */
  add(name: string, address: string): TillsView
  rename(address: Address, name: string): TillsView
  remove(address: Address): TillsView
  look(input: RequestArgument<'tills.look'>): TillsView
  purchases(input: RequestArgument<'tills.purchases'>): RequestOutput<'tills.purchases'>
  /** AppError `not-found`. */
  exported(address: Address): ExportedTill
  /** The block explorer's page of a purchase's payment; null where Till opens none. */
  explorerPage(address: Address, id: string): string | null
  stop(): Promise<void>
}

/** What was read less long ago is left out where a page is only opened. */
const FRESH_MS = 10 * 60_000
const EXPORTED_AT_ONCE = 200

/** Opens the tills of the ledger; the service is asked only by `look`. */
export function createTills(options: TillsOptions): Tills {
  const { ledger, cache, now, service, chosen, isOwn } = options
  const looks = createLooks({
    async read({ address, how }, signal) {
      const { client, pageSize } = service()
      await readTill({ cache, now, client, pageSize }, listOf(address), how, signal)
      // It may have been taken off the list meanwhile.
      if (!all().some((till) => till.address === address)) forgetTill(cache, address)
    },
    budget: () => service().budget,
    onChange: () => options.onChange(list()),
  })

  const all = (): readonly Till[] => chosen() ?? readTills(ledger)
  const listOf = (address: Address): TillList => ({ service: service().key, address })

  function find(address: Address): Till {
    const found = all().find((till) => till.address.toLowerCase() === address.toLowerCase())
    if (found === undefined) throw new AppError('not-found', 'There is no such till')
    return found
  }
  function view(till: Till): TillView {
    const { address } = till
    return {
      ...viewOfTill(cache, listOf(address), till, now()),
      ...{ own: isOwn(address), state: looks.stateOf(address), problem: looks.problemOf(address) },
    }
  }
  function list(): TillsView {
    const tills = all().map(view)
    return { tills, byPolicy: chosen() !== null, reading: looks.isReading(), stopped: looks.stopped() }
  }
  function mayChange(): void {
    if (chosen() !== null) throw refused('policy')
  }
  function nameFor(text: string, others: readonly Till[]): string {
    const name = cleanName(text)
    if (name === '') throw new AppError('invalid-input', 'A name is needed')
    if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw refused('name-taken')
    return name
  }
  function withExplorer({ chainId, at, ...purchase }: TillPurchase): TillPurchaseView {
    const explorer = chainId === null ? '' : options.explorerOf(chainId)
    const { hash } = purchase
    return {
      ...purchase,
      at: new Date(at).toISOString(),
      explorerUrl: hash === null ? null : explorerUrl(explorer, hash, service().explorers),
    }
  }

  return {
    list,
    add(name, text) {
      mayChange()
      const tills = readTills(ledger)
      const read = readAddress(text)
      if ('problem' in read)
        throw new AppError('invalid-input', 'This is no address', { details: { reason: read.problem } })
      if (tills.some(({ address }) => address === read.address)) throw refused('till-known')
      if (tills.length >= tillLimits.tills) throw refused('too-many-tills')
      insertTill(ledger, { address: read.address, name: nameFor(name, tills) })
      return list()
    },
    rename(address, text) {
      mayChange()
      const till = find(address)
      const name = nameFor(
        text,
        readTills(ledger).filter((one) => one.address !== till.address),
      )
      renameTill(ledger, { ...till, name })
      return list()
    },
    remove(address) {
      mayChange()
      const till = find(address)
      looks.drop(till.address)
      deleteTill(ledger, till.address)
      forgetTill(cache, till.address)
      return list()
    },
    look({ address, how }) {
      const asked = address === null ? [...all()] : [find(address)]
      const readAt = (till: Till): number => readTillRead(cache, listOf(till.address))?.readAt ?? 0
      const old = how === 'if-old' ? asked.filter((till) => readAt(till) <= now() - FRESH_MS) : asked
      looks.begin(
        old
          .map((till) => ({ till, at: readAt(till) }))
          .sort((a, b) => a.at - b.at)
          .map(({ till }) => ({ address: till.address, how: how === 'older' ? 'older' : 'newest' })),
      )
      return list()
    },
    purchases({ address, outcome, offset, limit }) {
      const till = find(address)
      const of = listOf(till.address)
      return {
        till: view(till),
        purchases: listTillPurchases(cache, of, { outcome, offset, limit }).map(withExplorer),
        total: countTillPurchases(cache, of, outcome),
      }
    },
    exported(address) {
      const till = find(address)
      const of = listOf(till.address)
      return { till, readAt: readTillRead(cache, of)?.readAt ?? null, pages: pagesOf(cache, of) }
    },
    explorerPage(address, id) {
      const purchase = readTillPurchase(cache, listOf(find(address).address), id)
      return purchase === null ? null : withExplorer(purchase).explorerUrl
    },
    stop: looks.stop,
  }
}

function* pagesOf(cache: ReadableDb, list: TillList): Generator<TillPurchase[]> {
  for (let offset = 0; ; offset += EXPORTED_AT_ONCE) {
    const page = listTillPurchases(cache, list, { outcome: null, offset, limit: EXPORTED_AT_ONCE })
    if (page.length === 0) return
    yield page
  }
}

function refused(reason: 'policy' | 'name-taken' | 'till-known' | 'too-many-tills'): AppError {
  return new AppError('not-allowed', 'This till can not be kept', { details: { reason } })
}
