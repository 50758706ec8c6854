import { inflateSync } from 'node:zlib'
import { convertIndexedToRgb, decode, type DecodedPng } from 'fast-png'

/** A picture on white paper: row by row, 0 for black to 255 for white. */
export interface Shades {
  readonly width: number
  readonly height: number
  readonly shades: Uint8Array
}

/** More than any receipt can print. */
const MAX_DOTS = 1024

/** Returns the shades of a PNG (W3C PNG, third edition); null if it is not one, is damaged, or exceeds the dots or bytes a logo needs. */
export function readPng(png: Uint8Array): Shades | null {
  try {
    const bare = bareOf(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
    return bare && shadesOf(decode(bare))
  } catch {
    return null
  }
}

/** The chunks that make up the picture; no other chunk is ever unpacked. */
const essential = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
const SIGNATURE = 8
/** Bytes of a chunk's length, name and checksum. */
const AROUND = 12

function bareOf(png: Buffer): Buffer | null {
  const [width, height, depth, interlaced] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[28]]
  if (width === 0 || height === 0 || width > MAX_DOTS || height > MAX_DOTS) return null
  // Interlaced pictures with less than a byte per dot are too rare to support.
  if (interlaced !== 0 && (depth ?? 0) < 8) return null
  const chunks: Buffer[] = []
  for (let at = SIGNATURE; at < png.length;) {
    const end = at + AROUND + png.readUInt32BE(at)
    if (essential.includes(nameOf(png.subarray(at)))) chunks.push(png.subarray(at, end))
    at = end
  }
  const packed = chunks.filter((chunk) => nameOf(chunk) === 'IDAT').map((chunk) => chunk.subarray(8, -4))
  // A few bytes may unpack to very many: inflate throws above the most that these dots can take, each row with its filter byte, in seven
  // passes.
  inflateSync(Buffer.concat(packed), { maxOutputLength: width * height * 8 + 7 * (width + height) })
  return Buffer.concat([png.subarray(0, SIGNATURE), ...chunks])
}

const nameOf = (chunk: Buffer): string => chunk.toString('latin1', 4, 8)

function shadesOf(png: DecodedPng): Shades {
  const { width, height } = png
  const { samples, channels, most } = samplesOf(png)
  const shades = new Uint8Array(width * height)
  const [hasColour, hasAlpha] = [channels > 2, channels % 2 === 0]
  for (let dot = 0; dot < shades.length; dot++) {
    const at = dot * channels
    const sample = (offset: number): number => (samples[at + offset] ?? 0) / most
    // Rec. 601.
    const light = hasColour ? 0.299 * sample(0) + 0.587 * sample(1) + 0.114 * sample(2) : sample(0)
    const cover = hasAlpha ? sample(channels - 1) : 1
    shades[dot] = Math.round(255 * (light * cover + 1 - cover))
  }
  return { width, height, shades }
}

function samplesOf(png: DecodedPng): { samples: ArrayLike<number>; channels: number; most: number } {
  const { palette, data, depth, channels, width, height } = png
  if (palette) return { samples: convertIndexedToRgb(png), channels: palette[0]?.length ?? 3, most: 255 }
  if (depth >= 8) return { samples: data, channels, most: 2 ** depth - 1 }
  // Greys below one byte are packed; each row starts at a new byte.
  const samples = new Uint8Array(width * height)
  const rowBytes = Math.ceil((width * depth) / 8)
  for (let dot = 0; dot < samples.length; dot++) {
    const [row, bit] = [Math.floor(dot / width), (dot % width) * depth]
    samples[dot] = ((data[row * rowBytes + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  }
  return { samples, channels: 1, most: 2 ** depth - 1 }
}
