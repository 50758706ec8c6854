/** The sides of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Names of formats and their parts are in the first bytes; only a JPEG's header may come later. */
const TEXT_BYTES = 65_536

/**
 * Reads the size of a PNG, JPEG, GIF, BMP, WebP or AVIF from its beginning, without decoding it: a small file can hold a picture that takes
 * gigabytes. Null for anything else.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, TEXT_BYTES))
  try {
    return sizeOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), text)
  } catch {
    // The header is cut short.
    return null
  }
}

/** `text` has one character for each byte of the beginning. */
function sizeOf(data: DataView, text: string): PictureSize | null {
  if (text.startsWith('PNG\r\n\x1a\n', 1)) return { width: data.getUint32(16), height: data.getUint32(20) }
  if (text.startsWith('\xff\xd8')) return sizeOfJpeg(data)
  if (/^GIF8[79]a/.test(text)) return { width: data.getUint16(6, true), height: data.getUint16(8, true) }
  // The height is negative if the rows are stored from the top.
  if (text.startsWith('BM')) return { width: data.getInt32(18, true), height: Math.abs(data.getInt32(22, true)) }
  if (/^RIFF.{4}WEBPVP8/s.test(text)) return sizeOfWebp(data, text.slice(12, 16))
  return text.slice(4, 11) === 'ftypavi' ? sizeOfAvif(data, text) : null
}

/** Finds the frame header among the segments. */
function sizeOfJpeg(data: DataView): PictureSize | null {
  for (let at = 2; data.getUint8(at) === 0xff;) {
    const marker = data.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) }
    // Any number of fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2)
  }
  return null
}

function sizeOfWebp(data: DataView, chunk: string): PictureSize | null {
  const side = 0x3fff
  if (chunk === 'VP8 ') return { width: data.getUint16(26, true) & side, height: data.getUint16(28, true) & side }
  if (chunk === 'VP8L') {
    const bits = data.getUint32(21, true)
    return { width: (bits & side) + 1, height: ((bits >>> 14) & side) + 1 }
  }
  const threeBytes = (at: number): number => data.getUint16(at, true) + data.getUint8(at + 2) * 0x10000
  return chunk === 'VP8X' ? { width: threeBytes(24) + 1, height: threeBytes(27) + 1 } : null
}

/** A picture of several tiles states the size of each, and its own. */
function sizeOfAvif(data: DataView, text: string): PictureSize | null {
  const sizes = [...text.matchAll(/ispe/g)].map(({ index }) => ({
    width: data.getUint32(index + 8),
    height: data.getUint32(index + 12),
  }))
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0] ?? null
}
