import { closeSync, openSync, readSync } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'

const WINDOW = 256 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
// Both kinds of brackets differ in one bit: with it set, each pair is one byte.
const [BRACKET_BIT, OPENING, CLOSING] = [0x20, 0x7b, 0x7d]
export const [LIST, OBJECT] = [0x5b, 0x7b]
const [LIST_END, OBJECT_END] = [0x5d, 0x7d]

/** Reads the JSON of a file with a window of 256 KB. Every step throws `service-malformed`. */
export interface JsonCursor {
  /** Returns the first byte of the next value. */
  peek(): number
  skip(): void
  /** Skips a value and returns its bytes, valid until the next step. */
  take(): Uint8Array
  /** Returns the file position of the next byte. */
  position(): number
  /** Calls `visit` at each member's value, which it must consume. */
  object(visit: (key: string) => void): void
  /** Calls `visit` at each item, which it must consume. */
  list(visit: () => void): void
  /** Asserts that nothing is left. */
  end(): void
}

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

function malformed(): AppError {
  return new AppError('service-malformed', 'The catalog is no whole JSON')
}

function createCursor(fd: number): JsonCursor {
  const buffer = Buffer.allocUnsafe(WINDOW)
  /** The window's position in the file; `next` and `filled` count within it. */
  let [base, next, filled] = [0, 0, 0]

  function refill(): boolean {
    base += filled
    filled = readSync(fd, buffer, 0, WINDOW, base)
    next = 0
    return filled > 0
  }

  function takeByte(): number {
    if (next === filled && !refill()) throw malformed()
    return buffer[next++] ?? 0
  }

  /** Returns the next byte that is not whitespace without consuming it; -1 at the end. */
  function peek(): number {
    for (;;) {
      if (next === filled && !refill()) return -1
      const byte = buffer[next] ?? 0
      if (byte > 0x20) return byte
      next++
    }
  }

  function expect(byte: number): void {
    if (peek() !== byte) throw malformed()
    next++
  }

  function skipString(): void {
    for (;;) {
      if (next === filled && !refill()) throw malformed()
      const byte = buffer[next++] ?? 0
      if (byte === QUOTE) return
      if (byte === BACKSLASH) takeByte()
    }
  }

  function skipNested(): void {
    for (let depth = 0; ;) {
      if (next === filled && !refill()) throw malformed()
      const byte = buffer[next++] ?? 0
      if (byte === QUOTE) skipString()
      else if ((byte | BRACKET_BIT) === OPENING) depth++
      else if ((byte | BRACKET_BIT) === CLOSING && --depth === 0) return
    }
  }

  function skipPlain(): void {
    for (;;) {
      const byte = next === filled && !refill() ? COMMA : (buffer[next] ?? 0)
      if (byte <= 0x20 || byte === COMMA || (byte | BRACKET_BIT) === CLOSING) return
      next++
    }
  }

  function skip(): void {
    const first = peek()
    const begins = base + next
    if (first === QUOTE) {
      next++
      skipString()
    } else if ((first | BRACKET_BIT) === OPENING) skipNested()
    else skipPlain()
    if (base + next === begins) throw malformed()
  }

  function takeValue(): Uint8Array {
    peek()
    const begins = base + next
    skip()
    if (begins >= base) return buffer.subarray(begins - base, next)
    const value = Buffer.allocUnsafe(base + next - begins)
    return value.subarray(0, readSync(fd, value, 0, value.length, begins))
  }

  /** Reads the content between two brackets, item by item. */
  function members(first: number, last: number, visit: () => void): void {
    expect(first)
    if (peek() === last) {
      next++
      return
    }
    for (;;) {
      visit()
      const byte = peek()
      next++
      if (byte === last) return
      if (byte !== COMMA) throw malformed()
    }
  }

  function key(): string {
    if (peek() !== QUOTE) throw malformed()
    const bytes: number[] = []
    next++
    for (let byte = takeByte(); byte !== QUOTE; byte = takeByte()) {
      bytes.push(byte)
      if (byte === BACKSLASH) bytes.push(takeByte())
    }
    expect(COLON)
    return Buffer.from(bytes).toString('utf8')
  }

  // Some services start with a byte order mark, which is not part of the JSON.
  if (refill() && buffer.subarray(0, Math.min(filled, 3)).equals(BYTE_ORDER_MARK)) next = BYTE_ORDER_MARK.length

  return {
    peek: peek,
    skip,
    take: takeValue,
    position: () => base + next,
    object: (visit) => members(OBJECT, OBJECT_END, () => visit(key())),
    list: (visit) => members(LIST, LIST_END, visit),
    end() {
      if (peek() !== -1) throw malformed()
    },
  }
}
