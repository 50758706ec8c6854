import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Address } from 'viem'
import { createTestVault, testPhrase, testPhraseAddresses, strong, type TestVault } from '../../testing/vault/vault.ts'
import type { Vault } from '../vault/vault.ts'
import { readKnownAccounts } from './accounts-repository.ts'
import { openAccounts, type Accounts } from './accounts.ts'

const [first, second, third] = testPhraseAddresses
const otherAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const key = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

let home: TestVault
let vault: Vault
let accounts: Accounts
let used: Address[]
let busy: Address[]
let switched = 0
beforeEach(async () => {
  home = createTestVault()
  vault = home.open()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
  used = []
  busy = []
  switched = 0
  accounts = openAccounts({
    ledger: home.ledger,
    vault,
    now: () => home.clock.now++,
    isBusy: (address) => busy.includes(address),
    wasUsed: (address) => Promise.resolve(used.includes(address)),
    onUsed: () => switched++,
  })
})
afterEach(() => home.close())

const kinds = (): string[] => accounts.list().map(({ kind, inUse }) => kind + (inUse ? ' in use' : ''))

describe('accounts', () => {
  it('start with one, which pays, and have different colours', async () => {
    expect(accounts.address()).toBe(first)
    await accounts.add()
    const list = accounts.list()
    expect(list).toMatchObject([
      { address: first, name: '', inUse: true },
      { address: second, inUse: false },
    ])
    expect(list[0]?.colour).not.toBe(list[1]?.colour)
  })

  it('have different colours also beside watched ones, until no colour is left', async () => {
    const stranger = (digit: string): string => `0x${digit.repeat(40)}`
    accounts.watch(stranger('1'))
    for (let added = 0; added < 6; added++) await accounts.add()
    const colours = (): string[] => accounts.list().map(({ colour }) => colour)
    expect(new Set(colours()).size).toBe(8)
    accounts.watch(stranger('2'))
    expect(colours()).toHaveLength(9)
  })

  it('keep name, colour and the paying account after a restart', async () => {
    await accounts.add()
    accounts.rename(second, '  The\u202e shop\n till ', 'rose')
    accounts.use(second)
    expect(switched).toBe(1)
    const again = openAccounts({
      ledger: home.ledger,
      vault: home.open(),
      now: () => 0,
      isBusy: () => false,
      onUsed: () => undefined,
      wasUsed: () => Promise.resolve(false),
    })
    expect(again.current()).toEqual({
      address: second,
      name: 'The shop till',
      colour: 'rose',
      kind: 'phrase',
      inUse: true,
    })
  })

  it('cannot be changed while Till is locked: the paying account stays', async () => {
    await accounts.add()
    await vault.lock()
    expect(() => accounts.use(second)).toThrow(expect.objectContaining({ code: 'locked' }))
    expect([accounts.address(), switched]).toEqual([first, 0])
    await vault.unlock(strong)
    accounts.use(second)
    expect(accounts.address()).toBe(second)
  })

  it('that are only watched sign nothing', async () => {
    accounts.watch(` ${otherAddress} `)
    accounts.use(otherAddress)
    expect(accounts.current()).toMatchObject({ kind: 'watched', address: otherAddress })
    const task = {
      transaction: { chainId: 1 },
      expected: { chainId: 1, nonce: 0, to: first, from: otherAddress },
    } as const
    await expect(accounts.sign(task)).rejects.toMatchObject({ code: 'watch-only' })
    // The account in use does not matter: the task names its own.
    accounts.use(first)
    await expect(accounts.sign(task)).rejects.toMatchObject({ code: 'watch-only' })
  })

  it('keep the name of an address whose key was lost once it is watched', () => {
    home.ledger.prepare("INSERT INTO accounts (address, name, colour) VALUES (?, 'Old shop', 'rose')").run(otherAddress)
    expect(accounts.list()).toHaveLength(1)
    accounts.watch(otherAddress)
    expect(accounts.list()[1]).toMatchObject({ address: otherAddress, kind: 'watched', name: 'Old shop' })
  })

  it('keep their names if a wrong password removes none', async () => {
    await accounts.add()
    accounts.rename(second, 'Market', 'rose')
    await expect(accounts.remove(second, 'wrong', null)).rejects.toMatchObject({ code: 'wrong-password' })
    expect(accounts.list()[1]).toMatchObject({ address: second, name: 'Market', colour: 'rose' })
  })

  it.each([
    ['a text that is not an address', 'hello'],
    ['one letter in the wrong case', '0x90f79bf6EB2c4f870365E785982E1f101E93b906'],
    ['a digit too few', otherAddress.slice(0, -1)],
  ])('do not watch %s', (_, text) => {
    expect(() => accounts.watch(text)).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(kinds()).toEqual(['phrase in use'])
  })

  it('become own accounts when their key is added, and keep their name', async () => {
    accounts.watch(third.toLowerCase())
    accounts.rename(third, 'Savings', 'blue')
    expect(() => accounts.watch(third)).toThrow(expect.objectContaining({ code: 'account-exists' }))
    await accounts.import({ key })
    expect(accounts.list().at(-1)).toMatchObject({ address: third, kind: 'imported', name: 'Savings', colour: 'blue' })
    expect(readKnownAccounts(home.ledger)).toMatchObject([{ address: third, watched: false }])
    await accounts.remove(third, strong, { key })
    expect(kinds()).toEqual(['phrase in use'])
  })

  it('with an open payment stay', async () => {
    await accounts.add()
    busy = [second]
    await expect(accounts.remove(second, strong, null)).rejects.toMatchObject({ details: { reason: 'account-busy' } })
    busy = []
    accounts.use(second)
    await accounts.remove(second, strong, null)
    // The first account is in use again, so it is announced like a choice.
    expect([accounts.address(), switched]).toEqual([first, 2])
  })

  it('that were used elsewhere are found, over gaps of up to twenty', async () => {
    const offered = await vault.peek(24)
    used = [offered[0]!, offered[3]!]
    expect(await accounts.discover()).toBe(4)
    expect(accounts.list()).toHaveLength(5)
    expect(await accounts.discover()).toBe(0)
    used = [(await vault.peek(20)).at(-1)!]
    expect(await accounts.discover()).toBe(20)
  })

  it('that were used elsewhere are found beyond the first twenty, but not behind twenty unused ones', async () => {
    const offered = await vault.peek(46)
    used = [offered[0]!, offered[45]!]
    expect(await accounts.discover()).toBe(1)
    // The offered ones begin behind those that were added.
    used = [offered[4]!, offered[23]!]
    expect(await accounts.discover()).toBe(23)
    expect(accounts.list().at(-1)).toMatchObject({ address: offered[23] })
  })

  it('do not exist without a wallet', () => {
    const empty = createTestVault()
    const none = openAccounts({
      ledger: empty.ledger,
      vault: empty.open(),
      now: () => 0,
      isBusy: () => false,
      onUsed: () => undefined,
      wasUsed: () => Promise.resolve(false),
    })
    expect([none.address(), none.current(), none.list()]).toEqual([null, null, []])
  })
})
