import * as crypto from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { partOf, removeParts, replaceByCopy, replaceFile, replaceFileWith } from './replace-file.ts'

vi.mock('node:crypto', { spy: true })

let folder: string
let path: string
let outside: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-replace-'))
  path = join(folder, 'sales.csv')
  outside = mkdtempSync(join(tmpdir(), 'till-outside-'))
})
afterEach(() => [folder, outside].forEach((one) => rmSync(one, { recursive: true })))

/** Writes a text that others can read into another folder. */
function copyOf(text: string): string {
  const file = join(mkdtempSync(join(outside, 'from-')), 'copy')
  writeFileSync(file, text, { mode: 0o644 })
  return file
}

const modeOf = (file: string): number => statSync(file).mode & 0o777

describe.each([
  ['replaceFile', async (text: string) => replaceFile(path, text)],
  ['replaceFileWith', async (text: string) => replaceFileWith(path, (file) => file.writeFile([text]))],
  ['replaceByCopy', async (text: string) => replaceByCopy(path, copyOf(text))],
])('%s', (_, replace) => {
  it('replaces the previous file by one that only its owner can read', async () => {
    writeFileSync(path, 'old', { mode: 0o666 })
    await replace('new')
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['new', ['sales.csv']])
    if (process.platform !== 'win32') expect(modeOf(path)).toBe(0o600)
  })

  it.skipIf(process.platform === 'win32')('follows no link that waits beside the file or in its place', async () => {
    const target = join(folder, 'target')
    writeFileSync(target, 'of someone else')
    for (const ending of ['', '.part', '.next', '.incoming']) symlinkSync(target, path + ending)
    await replace('new')
    expect(readFileSync(target, 'utf8')).toBe('of someone else')
    expect([readFileSync(path, 'utf8'), lstatSync(path).isFile(), modeOf(path)]).toEqual(['new', true, 0o600])
  })

  it.skipIf(process.platform === 'win32')('is not changed by a foreign file that waits beside it', async () => {
    writeFileSync(`${path}.part`, 'of someone else')
    chmodSync(`${path}.part`, 0o666)
    await replace('new')
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', 0o600])
    expect(readFileSync(`${path}.part`, 'utf8')).toBe('of someone else')
  })

  it('keeps what is there if it fails, and leaves nothing else', async () => {
    mkdirSync(path)
    await expect(replace('new')).rejects.toThrow()
    expect([existsSync(path), readdirSync(folder)]).toEqual([true, ['sales.csv']])
  })

  it('leaves one whole file if two write at once', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000))
    await Promise.all(texts.map((text) => replace(text)))
    expect(texts).toContain(readFileSync(path, 'utf8'))
    expect(readdirSync(folder)).toEqual(['sales.csv'])
  })
})

it('keeps the previous file if what is written breaks off', async () => {
  writeFileSync(path, 'old')
  function* breaking(): Generator<string> {
    yield 'new'
    throw new Error('The ledger is closed')
  }
  await expect(replaceFileWith(path, (file) => file.writeFile(breaking()))).rejects.toThrow('The ledger is closed')
  const refuse = (): never => {
    throw new Error('Not now')
  }
  expect(() => replaceFile(path, 'new', refuse)).toThrow('Not now')
  expect(() => replaceByCopy(path, copyOf('new'), refuse)).toThrow('Not now')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['sales.csv']])
})

it('writes through no link that has the name of a new file', async () => {
  const victim = join(outside, 'victim')
  writeFileSync(victim, 'untouched')
  symlinkSync(victim, `${path}.${'00'.repeat(8)}.part`)
  const guess = (): void => void vi.mocked(crypto.randomBytes).mockImplementationOnce(() => Buffer.alloc(8))
  guess()
  expect(() => replaceFile(path, 'new')).toThrow('EEXIST')
  symlinkSync(victim, `${path}.${'00'.repeat(8)}.part`)
  guess()
  await expect(replaceFileWith(path, (file) => file.writeFile('new'))).rejects.toThrow('EEXIST')
  expect(readFileSync(victim, 'utf8')).toBe('untouched')
})

it('has what was written piece by piece on the disk before the file takes its name', async () => {
  let synced = false
  await replaceFileWith(path, async (file) => {
    await file.writeFile('new')
    const sync = file.sync.bind(file)
    vi.spyOn(file, 'sync').mockImplementation(async () => {
      expect(existsSync(path)).toBe(false)
      await sync()
      synced = true
    })
  })
  expect([synced, readFileSync(path, 'utf8')]).toEqual([true, 'new'])
})

it('has the new content on the disk before the file takes its name', () => {
  writeFileSync(path, 'old')
  replaceFile(path, 'new', () => {
    const [part = ''] = readdirSync(folder).filter((name) => name !== 'sales.csv')
    expect([readFileSync(path, 'utf8'), readFileSync(join(folder, part), 'utf8')]).toEqual(['old', 'new'])
  })
  expect(readFileSync(path, 'utf8')).toBe('new')
})

it('never uses a name twice, and removes what interruptions left, but no other file', () => {
  const names = Array.from({ length: 100 }, () => partOf(path))
  expect(new Set(names).size).toBe(100)
  const others = ['sales.csv', 'sales.csv.part', 'of-someone.0123456789abcdef.part.txt']
  for (const file of [...names, ...others.map((name) => join(folder, name))]) writeFileSync(file, '')
  removeParts(folder, 'ledger')
  expect(readdirSync(folder)).toHaveLength(103)
  removeParts(folder)
  expect(readdirSync(folder).sort()).toEqual(others.toSorted())
  removeParts(join(folder, 'missing'))
})
