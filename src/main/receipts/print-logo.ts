import type { Roll } from './lay-out-receipt.ts'
import { readPng, type Shades } from './read-png.ts'

/** A black-and-white picture for a printer: one bit per dot, eight per byte from the left, row by row. */
export interface Dots {
  readonly rowBytes: number
  readonly height: number
  readonly bits: Uint8Array
}

// As in the on-screen receipt: at most 60 % of a line of 384 or 576 dots, and 26 mm high.
const mostWide: Readonly<Record<Roll, number>> = { 58: 232, 80: 344 }
const MAX_HEIGHT = 208
/** The printer has 203 dots per inch, the screen 96. */
const DENSER = 203 / 96

/** Returns the dots of a logo's data URL for a roll; null if it is not a PNG or is unreadable. */
export function printLogo(logo: string, roll: Roll): Dots | null {
  if (!logo.startsWith('data:image/png;base64,')) return null
  const picture = readPng(Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'))
  if (picture === null) return null
  const scale = Math.min(DENSER, mostWide[roll] / picture.width, MAX_HEIGHT / picture.height)
  const size = (dots: number): number => Math.max(1, Math.round(dots * scale))
  return dither(resize(picture, size(picture.width), size(picture.height)))
}

/** Each new dot is the mean of the dots it covers. */
function resize(picture: Shades, width: number, height: number): Shades {
  const shades = new Uint8Array(width * height)
  const span = (at: number, of: number, from: number): [number, number] => {
    const first = Math.floor((at * from) / of)
    return [first, Math.max(first + 1, Math.floor(((at + 1) * from) / of))]
  }
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, picture.height)
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, picture.width)
      let sum = 0
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) sum += picture.shades[row * picture.width + column] ?? 255
      shades[y * width + x] = Math.round(sum / ((bottom - top) * (right - left)))
    }
  }
  return { width, height, shades }
}

/** Turns shades into black or white; the error goes to the neighbours (Floyd and Steinberg, 1976). */
function dither({ width, height, shades }: Shades): Dots {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  const left = Float32Array.from(shades)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const isBlack = (left[at] ?? 255) < 128
      const byte = y * rowBytes + (x >> 3)
      if (isBlack) bits[byte] = (bits[byte] ?? 0) | (0x80 >> (x & 7))
      const lost = (left[at] ?? 255) - (isBlack ? 0 : 255)
      const give = (dx: number, dy: number, share: number): void => {
        const to = at + dy * width + dx
        if (x + dx >= 0 && x + dx < width && y + dy < height) left[to] = (left[to] ?? 0) + (lost * share) / 16
      }
      give(1, 0, 7)
      give(-1, 1, 3)
      give(0, 1, 5)
      give(1, 1, 1)
    }
  }
  return { rowBytes, height, bits }
}
