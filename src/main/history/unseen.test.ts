import type { Address } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { readUnseen, writeUnseen } from './unseen-repository.ts'
import { openUnseenTransactions } from './unseen.ts'

const chainInstance = '1:0x0'
const [ana, luz] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const

let ledger: WritableDb
beforeEach(() => void (ledger = openDatabase(':memory:', ledgerMigrations, 'normal')))
afterEach(() => ledger.close())

function find(profileId: string, address: Address, foundAt: number): void {
  const what = { below: 1, count: 1, waits: false, network: 'Harbour', explorer: '' }
  writeUnseen(ledger, { profileId, chainInstance, address, ...what, foundAt })
}
const isChecked = (profileId: string, address: Address): boolean | undefined =>
  readUnseen(ledger, { profileId, chainInstance, address })?.acknowledged
const open = () =>
  openUnseenTransactions({ ledger: ledger, explorers: () => null, now: () => 3_600_000, isWatched: () => false })

it('checking one wallet’s transactions unblocks no other wallet on the network', () => {
  find('one', ana, 1)
  find('one', luz, 2)
  const unseen = open()
  expect(unseen.get({ chainInstance, address: ana }).address).toBe(ana)
  unseen.acknowledge({ chainInstance, address: ana }, 1)
  expect([isChecked('one', ana), isChecked('one', luz)]).toEqual([true, false])
  expect(unseen.attention()).toMatchObject([{ transactions: { address: luz } }])
})

it('asks once about a wallet that was used with two services', () => {
  find('one', ana, 1)
  find('two', ana, 2)
  const unseen = open()
  expect(unseen.attention()).toHaveLength(1)
  unseen.acknowledge({ chainInstance, address: ana }, 1)
  expect(unseen.attention()).toEqual([])
  expect([isChecked('one', ana), isChecked('two', ana)]).toEqual([true, true])
})
