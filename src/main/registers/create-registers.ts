import type { Address } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import { registerLimits } from '../../shared/registers/limits.ts'
import type { RegisterPurchaseView, RegistersView, RegisterView } from '../../shared/registers/views.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { explorerUrl, type KnownExplorers } from '../chain/explorer-url.ts'
import type { RequestBudget } from '../service/budget/request-budget.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createRefresher } from './refresh-registers.ts'
import { readRegister } from './read-register.ts'
import { viewOfRegister } from './register-view.ts'
import {
  countRegisterPurchases,
  forgetRegister,
  listRegisterPurchases,
  readRegisterPurchase,
  readRegisterRead,
  type RegisterList,
} from './register-purchases-repository.ts'
import type { RegisterPurchase } from './register-purchase.ts'
import { deleteRegister, insertRegister, readRegisters, renameRegister, type Register } from './registers-repository.ts'

/** The parts of the service in use that registers need. */
export interface RegistersService {
  /** See `serviceKey`. */
  readonly key: string
  readonly client: Pick<ServiceClient, 'listTransactions'>
  /** The most rows per page that the service returns. */
  readonly pageSize: number
  readonly budget: Pick<RequestBudget, 'isRush'>
  readonly explorers: KnownExplorers
}

export interface RegistersOptions {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Throws AppError `no-profile`, or `not-allowed` for a service that this window may not use. */
  readonly service: () => RegistersService
  /** Returns a network's block explorer as the service lists it; '' if it lists none. */
  readonly explorerOf: (chainId: number) => string
  /** Returns whether an address belongs to this wallet. */
  readonly isOwn: (address: Address) => boolean
  /** The policy's registers, which replace the manager's; null if it sets none. */
  readonly chosen: () => readonly Register[] | null
  readonly onChange: (view: RegistersView) => void
}

/** Everything known of a register, a page at a time, newest purchases first. */
export interface ExportedRegister {
  readonly register: Register
  /** When the newest page was read, in epoch milliseconds; null before the first time. */
  readonly readAt: number | null
  readonly pages: Iterable<readonly RegisterPurchase[]>
}

/** Other registers, followed by their wallet addresses alone. */
export interface Registers {
  list(): RegistersView
  /** Throws AppError `invalid-input` or `not-allowed`, with a reason. */
  add(name: string, address: string): RegistersView
  rename(address: Address, name: string): RegistersView
  remove(address: Address): RegistersView
  refresh(input: RequestArgument<'registers.refresh'>): RegistersView
  purchases(input: RequestArgument<'registers.purchases'>): RequestOutput<'registers.purchases'>
  /** Throws AppError `not-found`. */
  exported(address: Address): ExportedRegister
  /** Returns the block explorer's page of a purchase's payment; null if Till opens none. */
  explorerPage(address: Address, id: string): string | null
  stop(): Promise<void>
}

/** Opening the page does not poll registers read more recently than this. */
const FRESH_MS = 10 * 60_000
const EXPORTED_AT_ONCE = 200

/** Opens the registers of the ledger; only `refresh` sends requests to the service. */
export function createRegisters(options: RegistersOptions): Registers {
  const { ledger, cache, now, service, chosen, isOwn } = options
  const refresher = createRefresher({
    async read({ address, how }, signal) {
      const { client, pageSize } = service()
      await readRegister({ cache, now, client, pageSize }, listOf(address), how, signal)
      // The register may have been removed from the list meanwhile.
      if (!all().some((register) => register.address === address)) forgetRegister(cache, address)
    },
    budget: () => service().budget,
    onChange: () => options.onChange(list()),
  })

  const all = (): readonly Register[] => chosen() ?? readRegisters(ledger)
  const listOf = (address: Address): RegisterList => ({ service: service().key, address })

  function find(address: Address): Register {
    const found = all().find((register) => register.address.toLowerCase() === address.toLowerCase())
    if (found === undefined) throw new AppError('not-found', 'There is no such register')
    return found
  }
  function view(register: Register): RegisterView {
    const { address } = register
    return {
      ...viewOfRegister(cache, listOf(address), register, now()),
      own: isOwn(address),
      state: refresher.stateOf(address),
      problem: refresher.problemOf(address),
    }
  }
  function list(): RegistersView {
    const registers = all().map(view)
    return { registers, byPolicy: chosen() !== null, reading: refresher.isReading(), stopped: refresher.stopped() }
  }
  function mayChange(): void {
    if (chosen() !== null) throw refused('policy')
  }
  function nameFor(text: string, others: readonly Register[]): string {
    const name = cleanName(text)
    if (name === '') throw new AppError('invalid-input', 'A name is needed')
    if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw refused('name-taken')
    return name
  }
  function withExplorer({ chainId, at, ...purchase }: RegisterPurchase): RegisterPurchaseView {
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
      const registers = readRegisters(ledger)
      const read = readAddress(text)
      if ('problem' in read)
        throw new AppError('invalid-input', 'This is no address', { details: { reason: read.problem } })
      if (registers.some(({ address }) => address === read.address)) throw refused('register-known')
      if (registers.length >= registerLimits.registers) throw refused('too-many-registers')
      insertRegister(ledger, { address: read.address, name: nameFor(name, registers) })
      return list()
    },
    rename(address, text) {
      mayChange()
      const register = find(address)
      const name = nameFor(
        text,
        readRegisters(ledger).filter((one) => one.address !== register.address),
      )
      renameRegister(ledger, { ...register, name })
      return list()
    },
    remove(address) {
      mayChange()
      const register = find(address)
      refresher.drop(register.address)
      deleteRegister(ledger, register.address)
      forgetRegister(cache, register.address)
      return list()
    },
    refresh({ address, how }) {
      const asked = address === null ? [...all()] : [find(address)]
      const readAt = (register: Register): number => readRegisterRead(cache, listOf(register.address))?.readAt ?? 0
      const old = how === 'if-old' ? asked.filter((register) => readAt(register) <= now() - FRESH_MS) : asked
      refresher.begin(
        old
          .map((register) => ({ register, at: readAt(register) }))
          .sort((a, b) => a.at - b.at)
          .map(({ register }) => ({ address: register.address, how: how === 'older' ? 'older' : 'newest' })),
      )
      return list()
    },
    purchases({ address, outcome, offset, limit }) {
      const register = find(address)
      const of = listOf(register.address)
      return {
        register: view(register),
        purchases: listRegisterPurchases(cache, of, { outcome, offset, limit }).map(withExplorer),
        total: countRegisterPurchases(cache, of, outcome),
      }
    },
    exported(address) {
      const register = find(address)
      const of = listOf(register.address)
      return { register, readAt: readRegisterRead(cache, of)?.readAt ?? null, pages: pagesOf(cache, of) }
    },
    explorerPage(address, id) {
      const purchase = readRegisterPurchase(cache, listOf(find(address).address), id)
      return purchase === null ? null : withExplorer(purchase).explorerUrl
    },
    stop: refresher.stop,
  }
}

function* pagesOf(cache: ReadableDb, list: RegisterList): Generator<RegisterPurchase[]> {
  for (let offset = 0; ; offset += EXPORTED_AT_ONCE) {
    const page = listRegisterPurchases(cache, list, { outcome: null, offset, limit: EXPORTED_AT_ONCE })
    if (page.length === 0) return
    yield page
  }
}

function refused(reason: 'policy' | 'name-taken' | 'register-known' | 'too-many-registers'): AppError {
  return new AppError('not-allowed', 'This register cannot be kept', { details: { reason } })
}
