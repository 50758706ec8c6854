import { describe, expect, it } from 'vitest'
import { SealError } from '../db/seal.ts'
import { openRecordsKeeper, type KeyStore } from './records-keeper.ts'

function storeOf(first: Uint8Array | null): KeyStore & { stored: Uint8Array | null } {
  return {
    stored: first,
    read() {
      return this.stored
    },
    write(secret) {
      this.stored = secret
    },
  }
}

describe('records key', () => {
  it('is created once and found again', () => {
    const store = storeOf(null)
    const box = openRecordsKeeper(store, false).sealer.seal('+52 55 1234 5678', 'test')
    expect(openRecordsKeeper(store, true).sealer.unseal(box, 'test')).toBe('+52 55 1234 5678')
  })

  it('that was lost is not replaced while a wallet has a copy, and returns with the unlock', () => {
    const first = storeOf(null)
    const keeper = openRecordsKeeper(first, false)
    const box = keeper.sealer.seal('reference', 'test')
    const copy = keeper.key()
    const lost = storeOf(null)
    const later = openRecordsKeeper(lost, true)
    expect(later.isReadable()).toBe(false)
    expect(() => later.sealer.unseal(box, 'test')).toThrow(SealError)
    expect(lost.stored).toBeNull()
    later.adopt(copy)
    expect(later.sealer.unseal(box, 'test')).toBe('reference')
    expect(lost.stored).toEqual(copy)
  })

  it('is not replaced while there is no wallet that it could be compared with', () => {
    const only = new Uint8Array(32).fill(1)
    const store = storeOf(only)
    expect(openRecordsKeeper(store, false, () => false).isReadable()).toBe(true)
    expect(store.stored).toBe(only)
  })

  it('that is not the wallet’s counts as lost until an unlock restores the right one', () => {
    const store = storeOf(new Uint8Array(32).fill(1))
    const right = new Uint8Array(32).fill(2)
    const mayBe = (key: Uint8Array): boolean => key[0] === 2
    const keeper = openRecordsKeeper(store, true, mayBe)
    expect(keeper.isReadable()).toBe(false)
    keeper.adopt(right)
    expect(keeper.isReadable()).toBe(true)
    expect(openRecordsKeeper(store, true, mayBe).isReadable()).toBe(true)
  })

  it('counts as lost if its store throws or holds something else', () => {
    const broken: KeyStore = {
      read() {
        throw new Error('keyring is locked')
      },
      write: () => undefined,
    }
    expect(openRecordsKeeper(broken, true).isReadable()).toBe(false)
    expect(openRecordsKeeper(storeOf(new Uint8Array(7)), true).isReadable()).toBe(false)
  })
})
