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

function find(profileId: string, address: Address, foundAt: number, below = 1): void {
  const what = { below, count: 1, waits: false, network: 'Harbour', explorer: '' }
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
  expect(isChecked('two', ana)).toBeUndefined()
  find('two', ana, 2)
  const unseen = open()
  expect(unseen.attention()).toHaveLength(1)
  unseen.acknowledge({ chainInstance, address: ana }, 1)
  expect(unseen.attention()).toEqual([])
  expect([isChecked('one', ana), isChecked('two', ana)]).toEqual([true, true])
})

it('an answer about other transactions than those in question now unblocks nothing', () => {
  find('one', ana, 1, 2)
  const unseen = open()
  for (const below of [1, 3])
    expect(() => unseen.acknowledge({ chainInstance, address: ana }, below)).toThrow('other transactions')
  expect(isChecked('one', ana)).toBe(false)
})

it('transactions that are found after an answer are another question', () => {
  find('one', ana, 1)
  const unseen = open()
  unseen.acknowledge({ chainInstance, address: ana }, 1)
  find('one', ana, 2, 5)
  expect(unseen.attention()).toMatchObject([{ raisedAt: new Date(2).toISOString(), transactions: { below: 5 } }])
})

it('asks ten minutes after the first finding, even if a clock that was ahead dated it', () => {
  find('one', ana, 1e12)
  expect(open().attention()).toEqual([])
  find('one', ana, 3_000_000)
  find('one', ana, 3_500_000)
  expect(open().attention()).toMatchObject([{ raisedAt: new Date(3_000_000).toISOString() }])
})
