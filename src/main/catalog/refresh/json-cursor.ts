import { readSync } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'

export const WINDOW = 256 * 1024
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

/** The bytes of a file in memory. */
interface Window {
  readonly fd: number
  readonly buffer: Buffer
  /** The position of the buffer in the file. */
  base: number
  /** The number of bytes in the buffer. */
  filled: number
  /** The next byte to read, counted from `base`. */
  next: number
}

/** Creates a cursor at the start of a file. */
export function createCursor(fd: number): JsonCursor {
  const window: Window = { fd, buffer: Buffer.allocUnsafe(WINDOW), base: 0, filled: 0, next: 0 }
  skipByteOrderMark(window)
  return {
    peek: () => peek(window),
    skip: () => skip(window),
    take: () => take(window),
    position: () => window.base + window.next,
    object: (visit) => readMembers(window, OBJECT, OBJECT_END, () => visit(readKey(window))),
    list: (visit) => readMembers(window, LIST, LIST_END, visit),
    end() {
      if (peek(window) !== -1) throw malformed()
    },
  }
}

function malformed(): AppError {
  return new AppError('service-malformed', 'The catalog is no whole JSON')
}

/** Some services start with a byte order mark, which is not part of the JSON. */
function skipByteOrderMark(window: Window): void {
  const { buffer } = window
  if (!refill(window)) return
  if (buffer.subarray(0, Math.min(window.filled, 3)).equals(BYTE_ORDER_MARK)) window.next = BYTE_ORDER_MARK.length
}

/** Moves the window behind its end; returns false at the end of the file. */
function refill(window: Window): boolean {
  window.base += window.filled
  window.filled = readSync(window.fd, window.buffer, 0, WINDOW, window.base)
  window.next = 0
  return window.filled > 0
}

function nextByte(window: Window): number {
  if (window.next === window.filled && !refill(window)) throw malformed()
  return window.buffer[window.next++] ?? 0
}

/** Returns the next byte that is not whitespace without consuming it; -1 at the end. */
function peek(window: Window): number {
  for (;;) {
    if (window.next === window.filled && !refill(window)) return -1
    const byte = window.buffer[window.next] ?? 0
    if (byte > 0x20) return byte
    window.next++
  }
}

function expect(window: Window, byte: number): void {
  if (peek(window) !== byte) throw malformed()
  window.next++
}

function skip(window: Window): void {
  const first = peek(window)
  const begins = window.base + window.next
  if (first === QUOTE) {
    window.next++
    skipString(window)
  } else if ((first | BRACKET_BIT) === OPENING) skipNested(window)
  else skipPlain(window)
  if (window.base + window.next === begins) throw malformed()
}

/** Skips to the end of a string whose first quote was taken. */
function skipString(window: Window): void {
  for (;;) {
    const byte = nextByte(window)
    if (byte === QUOTE) return
    if (byte === BACKSLASH) nextByte(window)
  }
}

function skipNested(window: Window): void {
  for (let depth = 0; ;) {
    const byte = nextByte(window)
    if (byte === QUOTE) skipString(window)
    else if ((byte | BRACKET_BIT) === OPENING) depth++
    else if ((byte | BRACKET_BIT) === CLOSING && --depth === 0) return
  }
}

/** Skips a number, `true`, `false` or `null`. */
function skipPlain(window: Window): void {
  for (;;) {
    const byte = window.next === window.filled && !refill(window) ? COMMA : (window.buffer[window.next] ?? 0)
    if (byte <= 0x20 || byte === COMMA || (byte | BRACKET_BIT) === CLOSING) return
    window.next++
  }
}

/** Skips a value and returns its bytes. */
function take(window: Window): Uint8Array {
  peek(window)
  const begins = window.base + window.next
  skip(window)
  if (begins >= window.base) return window.buffer.subarray(begins - window.base, window.next)
  // It began before the window.
  const value = Buffer.allocUnsafe(window.base + window.next - begins)
  return value.subarray(0, readSync(window.fd, value, 0, value.length, begins))
}

/** Reads the content between two brackets, item by item. */
function readMembers(window: Window, first: number, last: number, visit: () => void): void {
  expect(window, first)
  if (peek(window) === last) {
    window.next++
    return
  }
  for (;;) {
    visit()
    const byte = peek(window)
    window.next++
    if (byte === last) return
    if (byte !== COMMA) throw malformed()
  }
}

function readKey(window: Window): string {
  expect(window, QUOTE)
  const bytes: number[] = []
  for (let byte = nextByte(window); byte !== QUOTE; byte = nextByte(window)) {
    bytes.push(byte)
    if (byte === BACKSLASH) bytes.push(nextByte(window))
  }
  expect(window, COLON)
  return Buffer.from(bytes).toString('utf8')
}
