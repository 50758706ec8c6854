import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, type BrotliDecompress, type Gunzip } from 'node:zlib'
import { replaceFileWith } from '../../files/replace-file.ts'

/** The file for the body of a success, instead of memory. */
export interface SaveTarget {
  readonly file: string
  /** The maximum size of the file in bytes, after decompression. */
  readonly maxBytes: number
  /** Milliseconds without a byte after which the exchange is aborted. */
  readonly stallMs: number
  /** Called with the bytes transferred so far and the total (null if the service does not say), at most ten times a second. */
  onProgress(received: number, total: number | null): void
}

/** Thrown for a body above the limit. */
export class TooLargeError extends Error {}
/** Thrown when this machine cannot write the body. */
export class UnsavedError extends Error {}

type Chunks = AsyncIterable<Uint8Array>

const PROGRESS_MS = 100

/** Reads the whole body, decompressed, into memory; throws TooLargeError, or the error that broke the connection. */
export async function readBody(
  body: Readable,
  encoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  await flow(body, encoding, signal, async (decoded) => {
    for await (const part of limited(decoded, maxBytes)) parts.push(part)
  })
  return Buffer.concat(parts)
}

/**
 * Writes the decompressed body to a file that appears once it is complete and synced, no faster than the disk accepts it, and returns its
 * bytes. Throws TooLargeError, UnsavedError, or the error that broke the connection, and then leaves no file.
 */
export async function saveBody(
  body: Readable,
  encoding: string,
  save: Pick<SaveTarget, 'file' | 'maxBytes'>,
  signal: AbortSignal,
): Promise<number> {
  const answer: { failure?: unknown } = {}
  try {
    return await replaceFileWith(save.file, async (file) => {
      try {
        return await writeChunks(body, encoding, file, save.maxBytes, signal)
      } catch (cause) {
        answer.failure = cause
        throw cause
      }
    })
  } catch (cause) {
    body.destroy()
    throw answer.failure ?? new UnsavedError('The file could not be written', { cause })
  }
}

async function writeChunks(
  body: Readable,
  encoding: string,
  file: FileHandle,
  maxBytes: number,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0
  await flow(body, encoding, signal, async (decoded) => {
    for await (const chunk of limited(decoded, maxBytes)) {
      await onDisk(file.writeFile(chunk))
      bytes += chunk.byteLength
    }
  })
  return bytes
}

/** Calls `onProgress` with the bytes read, at intervals and once at the end. */
export function countBytes(body: Readable, total: number | null, onProgress: SaveTarget['onProgress']): void {
  let received = 0
  let reportedAt = 0
  body.on('data', (chunk: Uint8Array) => {
    received += chunk.byteLength
    const at = performance.now()
    if (at - reportedAt < PROGRESS_MS) return
    reportedAt = at
    onProgress(received, total)
  })
  body.on('end', () => onProgress(received, total))
  // The listener above would start the flow; the reader starts it.
  body.pause()
}

/**
 * Pipes the decompressed body into `sink`, and always closes connection and decompressor. Throws if `sink` throws, the connection breaks or
 * `signal` aborts. Node's `pipeline` may wait forever for a decompressor that is destroyed while it works.
 */
async function flow(
  body: Readable,
  encoding: string,
  signal: AbortSignal,
  sink: (decoded: Chunks) => Promise<void>,
): Promise<void> {
  const decoder = decoderOf(encoding)
  const givenUp = Promise.withResolvers<never>()
  const stop = (): void => givenUp.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([sink(decoder ? unpack(body, decoder) : body), givenUp.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    decoder?.destroy()
    body.destroy()
  }
}

/** Pipes the body through `decoder`, which fails if the connection does. */
function unpack(body: Readable, decoder: Decoder): Decoder {
  const fail = (cause: Error): void => void decoder.destroy(cause)
  body.once('error', fail)
  body.once('close', () => {
    if (!body.readableEnded) fail(new Error('The connection was closed'))
  })
  return body.pipe(decoder)
}

type Decoder = Gunzip | BrotliDecompress

// A truncated body is an error here: half an answer never counts as a whole one.
function decoderOf(encoding: string): Decoder | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  return encoding === 'br' ? createBrotliDecompress() : null
}

async function* limited(chunks: Chunks, maxBytes: number): Chunks {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new TooLargeError()
    yield chunk
  }
}

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new UnsavedError('The file could not be written', { cause })
  }
}
