import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reply } from '../shared/contract.ts'
import type { AppView } from '../shared/views.ts'
import type { App } from './app.ts'
import { readConfig } from './config.ts'
import { openLedger } from './db/open-ledger.ts'
import { openApp } from './open-app.ts'
import { openFileSecretStore } from './shell/file-secret-store.ts'
import type { ShellHost } from './shell/shell.ts'
import { vaultInProcess } from './vault/test-in-process.ts'
import { cheap, junk, junkAddresses, strong } from './vault/test-vault.ts'

/** A Till without a window over a data folder. */
interface Till {
  readonly dataDir: string
  ask(name: string, input?: unknown): Promise<Reply>
  /** What the app asked of its window, in order. */
  readonly window: ('whole screen' | 'own size' | 'opened' | 'closed')[]
  readonly host: () => ShellHost | null
  close(): Promise<void>
}

let folder: string
const open = new Set<Till>()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-app-'))
  mkdirSync(join(folder, 'stick'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  await Promise.all([...open].map((till) => till.close()))
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

async function start(name: string, withService = true): Promise<Till> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  // Nobody listens there.
  const service = join(folder, 'service.json')
  writeFileSync(
    service,
    JSON.stringify({ name: 'Nobody', baseUrl: 'http://127.0.0.1:9', integrator: 'x', token: 'secret' }),
  )
  let host: ShellHost | null = null
  const window: Till['window'] = []
  const app: App = openApp({
    config: readConfig(['--data-dir', dataDir, ...(withService ? ['--profile', service] : [])], false),
    version: '1',
    shell: {
      kind: 'chromium',
      async open(given) {
        host = given
        window.push('opened')
      },
      setKiosk: async (on) => void window.push(on ? 'whole screen' : 'own size'),
      ...{ emit: () => undefined, renew: () => Promise.resolve(), print: () => Promise.resolve() },
      ...{ saveFile: () => Promise.resolve(null), dialogs: null, readClipboard: () => Promise.resolve(null) },
      ...{ openExternal: () => Promise.resolve(), focus: () => Promise.resolve(), close: () => Promise.resolve() },
    },
    secrets: openFileSecretStore(join(dataDir, 'records.key')),
    rendererFolder: folder,
    workers: {
      refresh: new URL('catalog/refresh/refresh-worker.ts', import.meta.url),
      regex: new URL('catalog/delivery/regex-worker.ts', import.meta.url),
      facets: new URL('catalog/search/facets-worker.ts', import.meta.url),
    },
    startVault: () => vaultInProcess(),
    vaultCost: cheap,
    onClosed: () => void window.push('closed'),
  })
  await app.start()
  const till: Till = {
    ...{ dataDir, window, host: () => host },
    ask: (request, input) => host?.request(true, request, input) ?? Promise.reject(new Error('Not open')),
    async close() {
      open.delete(till)
      await app.stop()
    },
  }
  open.add(till)
  return till
}

async function value(reply: Promise<Reply>): Promise<unknown> {
  const answered = await reply
  if (!answered.ok) throw new Error(`${answered.error.code} ${String(answered.error.details?.['reason'])}`)
  return answered.value
}
const stick = (): string => join(folder, 'stick')
const backups = (): string[] => readdirSync(stick()).map((name) => join(stick(), name))

async function withBackup(): Promise<{ till: Till; file: string }> {
  const till = await start('old')
  await value(till.ask('vault.restore', { words: junk, password: strong }))
  await value(till.ask('accounts.add'))
  await value(till.ask('accounts.rename', { address: junkAddresses[1], name: 'Market', colour: 'rose' }))
  await value(till.ask('recipients.add', { name: 'Luz', address: junkAddresses[2] }))
  await value(till.ask('backupFile.choose', { password: strong, folder: stick() }))
  const [file = ''] = backups()
  return { till, file }
}

describe('a wallet that moves to another machine', { timeout: 60_000 }, () => {
  it('is there with its accounts, names, recipients, limits and service, unlocked, and pays nothing before it is explained', async () => {
    const { till, file } = await withBackup()
    await value(
      till.ask('limits.set', { limits: { perPurchase: '50', perDay: null, perRecipient: null }, password: strong }),
    )
    await value(till.ask('backupFile.make'))
    const accounts = await value(till.ask('accounts.list'))
    await till.close()

    const fresh = await start('fresh', false)
    await value(fresh.ask('settings.set', { theme: 'dark' }))
    expect(await value(fresh.ask('backupFile.open', { file: backups().find((one) => one !== file) }))).toMatchObject({
      accounts: 2,
    })
    const app = await value(fresh.ask('backupFile.restore', { password: strong }))
    expect(app).toMatchObject({
      locked: false,
      payingStopped: null,
      wallet: { address: junkAddresses[0] },
      profile: { name: 'Nobody' },
    })
    expect(await value(fresh.ask('accounts.list'))).toEqual(accounts)
    expect(await value(fresh.ask('recipients.list'))).toMatchObject([{ name: 'Luz', address: junkAddresses[2] }])
    expect(await value(fresh.ask('limits.get'))).toMatchObject({ perPurchase: '50' })
    expect(await value(fresh.ask('backupFile.get'))).toMatchObject({
      folder: null,
      lastAt: expect.any(String) as string,
    })
    await fresh.close()

    const ledger = openLedger(join(fresh.dataDir, 'ledger.db'))
    expect(ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()).toBeGreaterThan(0)
    ledger.close()
    const again = await start('fresh', false)
    // Still locked, what is sealed opens: the records key came along.
    expect(await value(again.ask('app.get'))).toMatchObject({ locked: true, payingStopped: null })
    expect(await value(again.ask('recipients.list'))).toHaveLength(1)
  })

  it('opens with the password of the backup’s time, and wrong ones wait as at an unlock', async () => {
    const { till, file } = await withBackup()
    await value(till.ask('vault.changePassword', { password: strong, next: `${strong} and more` }))
    await till.close()
    const fresh = await start('fresh')
    await value(fresh.ask('backupFile.open', { file }))
    for (let tries = 0; tries < 5; tries++)
      await expect(value(fresh.ask('backupFile.restore', { password: `${strong} and more` }))).rejects.toThrow(
        'wrong-password',
      )
    await expect(value(fresh.ask('backupFile.restore', { password: strong }))).rejects.toThrow('throttled')
    await fresh.close()
    expect(readdirSync(fresh.dataDir)).not.toContain('vault.json')
  })

  it('never takes the place of a wallet', async () => {
    const { till, file } = await withBackup()
    await expect(value(till.ask('backupFile.open', { file }))).rejects.toThrow('wallet-exists')
    const fresh = await start('fresh')
    await value(fresh.ask('backupFile.open', { file }))
    await value(fresh.ask('vault.restore', { words: junk, password: strong }))
    const before = readFileSync(join(fresh.dataDir, 'vault.json'))
    await expect(value(fresh.ask('backupFile.restore', { password: strong }))).rejects.toThrow('wallet-exists')
    expect(readFileSync(join(fresh.dataDir, 'vault.json')).equals(before)).toBe(true)
  })
})

describe('backups', { timeout: 60_000 }, () => {
  it('are made while Till is locked, with the key that the vault holds, and with no other', async () => {
    const { till } = await withBackup()
    await value(till.ask('vault.lock'))
    await value(till.ask('backupFile.make'))
    expect(backups()).toHaveLength(2)
    await till.close()
    // Another key in its place would make backups that no password opens.
    writeFileSync(join(till.dataDir, 'records.key'), new Uint8Array(32))
    const later = await start('old')
    expect(await value(later.ask('app.get'))).toMatchObject({ payingStopped: 'records-unreadable' })
    await expect(value(later.ask('backupFile.make'))).rejects.toThrow('backup-failed no-key')
    await value(later.ask('vault.unlock', { password: strong }))
    await value(later.ask('backupFile.make'))
    expect(backups()).toHaveLength(3)
  })

  it('go where a person with the password says, and not beside the wallet', async () => {
    const till = await start('old')
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    await expect(value(till.ask('backupFile.choose', { password: 'not it', folder: stick() }))).rejects.toThrow(
      'wrong-password',
    )
    // What is no path is refused before the password is looked at, what is on the disk is not.
    for (const [path, reason] of [
      ['stick', 'not-a-path'],
      [join(folder, 'none'), 'wrong-password'],
    ])
      await expect(value(till.ask('backupFile.choose', { password: 'not it', folder: path }))).rejects.toThrow(reason)
    for (const path of ['stick', join(folder, 'none'), join(folder, 'service.json')])
      await expect(value(till.ask('backupFile.choose', { password: strong, folder: path }))).rejects.toThrow(
        'not-a-path',
      )
    for (const path of [till.dataDir, join(till.dataDir, 'backups'), join(stick(), '..', 'old')])
      await expect(value(till.ask('backupFile.choose', { password: strong, folder: path }))).rejects.toThrow(
        'beside-the-wallet',
      )
    await expect(value(till.ask('backupFile.make'))).rejects.toThrow('not-found')
    expect(backups()).toEqual([])
    await value(till.ask('backupFile.choose', { password: strong, folder: stick() }))
    expect(await value(till.ask('backupFile.get'))).toMatchObject({
      folder: stick(),
      lastFile: backups()[0],
      problem: null,
    })
    expect(await value(till.ask('backupFile.stop', { password: strong }))).toMatchObject({
      folder: null,
      lastFile: backups()[0],
    })
  })

  it('say why the last was not made, until one is', async () => {
    const { till } = await withBackup()
    rmSync(stick(), { recursive: true })
    await expect(value(till.ask('backupFile.make'))).rejects.toThrow('backup-failed folder-gone')
    expect(await value(till.ask('backupFile.get'))).toMatchObject({ folder: stick(), problem: 'folder-gone' })
    mkdirSync(stick())
    expect(await value(till.ask('backupFile.make'))).toMatchObject({ problem: null })
  })
})

describe('a vault that can not be read', { timeout: 60_000 }, () => {
  const vaultOf = (till: Till): string => join(till.dataDir, 'vault.json')
  const spoil = (till: Till): void => writeFileSync(vaultOf(till), readFileSync(vaultOf(till)).subarray(0, 100))
  const aside = (till: Till): string[] => {
    const [name] = readdirSync(till.dataDir).filter((one) => one.startsWith('set-aside-'))
    return name === undefined ? [] : readdirSync(join(till.dataDir, name)).sort()
  }
  const history = async (till: Till): Promise<unknown> => value(till.ask('recipients.list'))

  async function damaged(): Promise<Till> {
    const { till } = await withBackup()
    await value(till.ask('recipients.add', { name: 'Beto', address: junkAddresses[0] }))
    await till.close()
    spoil(till)
    return start('old')
  }

  it('is told with what helps, and nothing else is answered', async () => {
    const till = await damaged()
    for (const name of ['app.get', 'vault.unlock', 'vault.restore', 'purchases.list', 'nonsense']) {
      const reply = await till.ask(name, { password: strong, words: junk })
      expect(reply).toMatchObject({
        ok: false,
        error: { code: 'vault-damaged', details: { file: vaultOf(till), previousAccounts: 1, typesPaths: true } },
      })
    }
    expect(aside(till)).toEqual([])
  })

  it('gives way to the version before, and is kept', async () => {
    const till = await damaged()
    await value(till.ask('vault.usePrevious'))
    await value(till.ask('vault.unlock', { password: strong }))
    expect(await value(till.ask('accounts.list'))).toMatchObject([{ address: junkAddresses[0] }])
    expect(await history(till)).toHaveLength(2)
    expect(aside(till)).toEqual(['vault.json'])
  })

  it('gives way to the one in a backup, while the newer ledger stays', async () => {
    const till = await damaged()
    await expect(value(till.ask('backupFile.open', { file: 'nonsense' }))).rejects.toThrow('bad-backup')
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    await expect(value(till.ask('backupFile.restore', { password: 'not it' }))).rejects.toThrow('wrong-password')
    expect(await value(till.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: false })
    expect(await value(till.ask('accounts.list'))).toMatchObject([{ address: junkAddresses[0] }, { name: 'Market' }])
    expect(await history(till)).toHaveLength(2)
    expect(aside(till)).toEqual(['vault.json', 'vault.json.previous'])
  })

  it('gives way to its words, and what was bought is still there', async () => {
    const till = await damaged()
    await value(till.ask('vault.setAside'))
    expect(await value(till.ask('app.get'))).toMatchObject({ wallet: null })
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    expect(await history(till)).toHaveLength(2)
    expect(aside(till)).toEqual(['vault.json', 'vault.json.previous'])
  })

  it('is found out at the unlock too, where only its inside is damaged', async () => {
    const { till } = await withBackup()
    await value(till.ask('vault.lock'))
    const file = JSON.parse(readFileSync(vaultOf(till), 'utf8')) as { content: { tag: string } }
    file.content.tag = '0'.repeat(32)
    await till.close()
    writeFileSync(vaultOf(till), JSON.stringify(file))
    const later = await start('old')
    await expect(value(later.ask('vault.unlock', { password: strong }))).rejects.toThrow('vault-damaged')
    await expect(value(later.ask('app.get'))).rejects.toThrow('vault-damaged')
    await value(later.ask('vault.usePrevious'))
    await value(later.ask('vault.unlock', { password: strong }))
  })

  it('is not touched while it can be read', async () => {
    const { till } = await withBackup()
    for (const name of ['vault.usePrevious', 'vault.setAside'])
      await expect(value(till.ask(name))).rejects.toThrow('not-allowed')
    expect(await value(till.ask('accounts.list'))).toHaveLength(2)
  })
})

describe('a wallet that is erased', { timeout: 60_000 }, () => {
  const erase = (till: Till, given: object = {}): Promise<unknown> =>
    value(
      till.ask('vault.erase', {
        password: strong,
        typed: junkAddresses[0].slice(-4),
        proof: { words: junk },
        ...given,
      }),
    )
  const isThere = async (till: Till): Promise<boolean> =>
    ((await value(till.ask('app.get'))) as { wallet: unknown }).wallet !== null

  it('is gone with everything of it, after its words were all typed, and Till is at its first run', async () => {
    const { till, file } = await withBackup()
    await value(till.ask('backup.make'))
    writeFileSync(join(till.dataDir, 'mine.txt'), 'not Till’s')
    await erase(till)
    expect(await value(till.ask('app.get'))).toMatchObject({ wallet: null })
    expect(await value(till.ask('recipients.list'))).toEqual([])
    await till.close()
    const left = readdirSync(till.dataDir)
    for (const name of ['vault.json', 'vault.json.previous', 'backup-plan.json', 'erasing'])
      expect(left).not.toContain(name)
    expect(left).toContain('mine.txt')
    // The backup file is where it was.
    expect(backups()).toEqual([file])
  })

  it('stays without the password, the end of its address, or a proof that it can come back', async () => {
    const { till } = await withBackup()
    await expect(erase(till, { password: 'not it' })).rejects.toThrow('wrong-password')
    await expect(erase(till, { password: 'not it', proof: 'backup' })).rejects.toThrow('wrong-password')
    await expect(erase(till, { typed: junkAddresses[1].slice(-4) })).rejects.toThrow('invalid-input typed-group')
    await expect(erase(till, { proof: { words: junk, passphrase: 'x' } })).rejects.toThrow('backup-check-failed')
    await expect(erase(till, { proof: { words: junk.replace('junk', 'test') } })).rejects.toThrow('bad-words')
    rmSync(stick(), { recursive: true })
    await expect(erase(till, { proof: 'backup' })).rejects.toThrow('backup-failed folder-gone')
    expect(await isThere(till)).toBe(true)
    mkdirSync(stick())
    await value(till.ask('vault.unlock', { password: strong }))
    await value(till.ask('accounts.import', { source: { key: '1'.repeat(64) } }))
    await expect(erase(till)).rejects.toThrow('not-allowed words-not-enough')
    expect(await isThere(till)).toBe(true)
    await erase(till, { proof: 'backup' })
    expect(await isThere(till)).toBe(false)
    // The proof was made in that moment: the imported key is in it.
    const fresh = await start('fresh')
    expect(await value(fresh.ask('backupFile.open', { file: backups()[0] }))).toMatchObject({ accounts: 3 })
  })

  it('stays while something it paid is on its way', async () => {
    const { till } = await withBackup()
    const ledger = openLedger(join(till.dataDir, 'ledger.db'))
    ledger.exec("INSERT INTO intents VALUES ('t', 'transfer')")
    const step =
      "INSERT INTO steps (intent_id, position, kind, state, chain_instance, from_address, nonce) VALUES ('t', 0, 'send', 'signed', 'c', ?, 0)"
    ledger.prepare(step).run(junkAddresses[1])
    ledger.close()
    await expect(erase(till)).rejects.toThrow('not-allowed wallet-busy')
    expect(await isThere(till)).toBe(true)
  })
})

describe('a till in a shop', { timeout: 60_000 }, () => {
  const seat = async (till: Till): Promise<unknown> => {
    const { kiosk, locked } = (await value(till.ask('app.get'))) as AppView
    return [kiosk.role, locked ? 'locked' : 'open']
  }

  it('has the whole screen from the password on, at each start before the window opens, and until the password ends it', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    expect(till.window).toEqual(['own size', 'opened'])
    await value(till.ask('kiosk.begin', { password: strong }))
    expect(till.window.at(-1)).toBe('whole screen')
    await till.close()
    const again = await start('shop')
    expect(again.window).toEqual(['whole screen', 'opened'])
    await expect(value(again.ask('kiosk.end', { password: 'wrong' }))).rejects.toThrow('wrong-password')
    expect(again.window.at(-1)).not.toBe('own size')
    await value(again.ask('kiosk.end', { password: strong }))
    expect(again.window.at(-1)).toBe('own size')
  })

  it('has an open wallet and nobody there when its page ended, and is locked by a sleep', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    await value(till.ask('kiosk.begin', { password: strong }))
    expect(await seat(till)).toEqual(['manager', 'open'])
    till.host()?.left()
    expect(await seat(till)).toEqual(['nobody', 'open'])
    till.host()?.lock()
    await vi.waitFor(async () => expect(await seat(till)).toEqual(['nobody', 'locked']))
  })

  it('is ended by the manager there, and by nobody else', async () => {
    const till = await start('shop')
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    await value(till.ask('kiosk.begin', { password: strong }))
    await value(till.ask('kiosk.rise'))
    await expect(value(till.ask('kiosk.close'))).rejects.toThrow('not-allowed')
    await value(till.ask('kiosk.manage', { password: strong }))
    expect(till.window).not.toContain('closed')
    await value(till.ask('kiosk.close'))
    expect(till.window.at(-1)).toBe('closed')
  })
})

describe('a policy', { timeout: 60_000 }, () => {
  it('sets what it names, which nobody changes in Till, and is gone with its file', async () => {
    mkdirSync(join(folder, 'one'))
    const file = join(folder, 'one', 'policy.json')
    const shop = { prices: { currency: 'MXN', rate: '17' }, receipt: { name: 'Lupita', language: 'es' } }
    const service = { name: 'Chosen', baseUrl: 'http://127.0.0.1:8', integrator: 'y' }
    writeFileSync(
      file,
      JSON.stringify({
        service,
        theme: 'dark',
        limits: { perDay: '50' },
        favourites: { brands: ['lumo'], counter: [] },
        ...shop,
      }),
    )
    const till = await start('one')
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    expect(await value(till.ask('app.get'))).toMatchObject({
      profile: { name: 'Chosen' },
      settings: { theme: 'dark' },
      policy: { sets: ['service', 'limits', 'favourites', 'prices', 'receipt', 'theme'], problem: null },
    })
    expect(await value(till.ask('limits.get'))).toEqual({ perPurchase: null, perDay: '50', perRecipient: null })
    const prices = await value(till.ask('prices.get'))
    expect(prices).toMatchObject({ currency: 'MXN', rate: '17', rules: [], limits: { perDay: null } })
    const head = await value(till.ask('shop.get'))
    expect(head).toMatchObject({ name: 'Lupita', language: 'es', printer: 'none' })
    for (const [name, input] of [
      ['prices.set', prices],
      ['shop.set', { ...(head as object), name: 'Mine' }],
      ['counter.set', { pages: [] }],
      ['settings.set', { theme: 'light' }],
      ['profile.save', { ...service, name: 'Mine', password: strong }],
      ['favourites.set', { kind: 'brand', key: 'lumo', starred: true }],
    ] as const)
      await expect(value(till.ask(name, input)), name).rejects.toThrow('not-allowed policy')
    const more = { perPurchase: null, perDay: '51', perRecipient: null }
    await expect(value(till.ask('limits.set', { limits: more, password: strong }))).rejects.toThrow('above-policy')
    await value(till.ask('settings.set', { homeCountry: 'MX' }))
    await till.close()
    rmSync(file)
    const without = await start('one', false)
    expect(await value(without.ask('app.get'))).toMatchObject({
      settings: { theme: 'system', homeCountry: 'MX' },
      policy: { sets: [], problem: null },
    })
  })

  it('that can not be used changes nothing, and Till starts and says so', async () => {
    mkdirSync(join(folder, 'one'))
    const far = { name: 'Far', baseUrl: 'https://service.example', integrator: 'y' }
    for (const [policy, problem] of [
      [
        { theme: 'dark', limits: { perWeek: '5' } },
        { reason: 'unknown-key', place: 'limits.perWeek' },
      ],
      [
        { theme: 'dark', service: far },
        { reason: 'service', place: 'service' },
      ],
    ] as const) {
      writeFileSync(join(folder, 'one', 'policy.json'), JSON.stringify(policy))
      const till = await start('one')
      expect(await value(till.ask('app.get'))).toMatchObject({
        profile: { name: 'Nobody' },
        settings: { theme: 'system' },
        policy: { sets: [], problem },
      })
      await till.close()
    }
  })
})
