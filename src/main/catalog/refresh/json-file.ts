import { closeSync, openSync, readSync } from 'node:fs'
import { createCursor, WINDOW, type JsonCursor } from './json-cursor.ts'

export interface JsonFile {
  /** Returns a cursor at the start. */
  cursor(): JsonCursor
  /** Returns the bytes of a range, valid until the next call; fast for forward calls. */
  bytes(from: number, to: number): Uint8Array
  close(): void
}

const MAX_VALUE = 1024 * 1024

/** Returns the UTF-8 text of a value's bytes; '' above a megabyte. */
export function textIn(bytes: Uint8Array): string {
  if (bytes.length > MAX_VALUE) return ''
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

/** Returns the value of a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Opens a JSON file (RFC 8259, UTF-8) that is too large to parse at once. */
export function openJsonFile(path: string): JsonFile {
  const fd = openSync(path, 'r')
  return { cursor: () => createCursor(fd), bytes: createReader(fd), close: () => closeSync(fd) }
}

function createReader(fd: number): JsonFile['bytes'] {
  const buffer = Buffer.allocUnsafe(WINDOW)
  let [base, filled] = [0, 0]
  return (from, to) => {
    if (to - from > WINDOW) {
      const value = Buffer.allocUnsafe(to - from)
      return value.subarray(0, readSync(fd, value, 0, value.length, from))
    }
    if (from < base || to > base + filled) [base, filled] = [from, readSync(fd, buffer, 0, WINDOW, from)]
    return buffer.subarray(from - base, to - base)
  }
}
