import {
  appendFileSync,
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** A file that lines are appended to, and its predecessors. */
export interface LogFile {
  /** Appends a line. Never throws: a line that cannot be written is lost. */
  append(line: string): void
  /** Returns the newest lines, up to `maxBytes` of them, in the order they were written. Never throws. */
  tail(maxBytes: number): string[]
}

export interface LogFileOptions {
  /** Created if missing, but not its parent: a data folder that was deleted stays deleted. */
  readonly folder: string
  /** The size in bytes at which a new file starts. */
  readonly maxBytes?: number
  /** The most files kept. */
  readonly files?: number
}

/**
 * Opens `till.log` in a folder; older lines are in `till.1.log`, `till.2.log` and so on. Each line is one synchronous write, so the lines
 * right before a crash are kept, and nothing waits in memory.
 */
export function openLogFile({ folder, maxBytes = 1_000_000, files = 3 }: LogFileOptions): LogFile {
  const pathOf = (age: number): string => join(folder, age === 0 ? 'till.log' : `till.${age}.log`)
  /** The newest file's size in bytes; null if it must be read again. */
  let size: number | null = null
  /** A full disk may have cut off the last line. */
  let isTorn = false

  function prepare(): number {
    mkdirSafely(folder)
    const found = statSync(pathOf(0), { throwIfNoEntry: false })
    if (found) chmodSync(pathOf(0), 0o600)
    return found?.size ?? 0
  }

  function rotate(): void {
    for (let age = files - 1; age > 0; age--) moveSafely(pathOf(age - 1), pathOf(age))
    // A file that could not be moved must not grow forever.
    rmSync(pathOf(0), { force: true })
    size = 0
  }

  /** Writes a line; returns whether that worked. */
  function write(line: string): boolean {
    try {
      size ??= prepare()
      const bytes = Buffer.from(isTorn && size > 0 ? `\n${line}\n` : `${line}\n`)
      if (size > 0 && size + bytes.length > maxBytes) rotate()
      appendFileSync(pathOf(0), bytes, { mode: 0o600 })
      size += bytes.length
      isTorn = false
      return true
    } catch {
      size = null
      isTorn = true
      return false
    }
  }

  return {
    append(line) {
      // The folder may have been deleted since; the second attempt creates it again.
      if (!write(line)) write(line)
    },
    tail(maxBytes) {
      const texts: string[] = []
      let left = maxBytes
      for (let age = 0; age < files && left > 0; age++) {
        const text = readEnd(pathOf(age), left)
        left -= Buffer.byteLength(text)
        texts.unshift(text)
      }
      return texts.join('').split('\n').filter(Boolean)
    },
  }
}

function mkdirSafely(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Moves a file; one that is missing or locked by another program stays. */
function moveSafely(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // Writing must go on: `rotate` replaces or deletes what stays.
  }
}

/** Returns the complete lines at the end of a file, up to `most` bytes; '' if it is unreadable. */
function readEnd(file: string, most: number): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const { size } = fstatSync(descriptor)
      const length = Math.min(size, most)
      const bytes = Buffer.alloc(length)
      readSync(descriptor, bytes, 0, length, size - length)
      const text = bytes.toString('utf8')
      return length === size ? text : text.slice(text.indexOf('\n') + 1)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
