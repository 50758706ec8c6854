/** A square PNG. */
export interface Icon {
  readonly size: number
  readonly png: Buffer
}

/** Returns a Windows icon that holds these PNGs of at most 256 pixels. */
export function joinIco(icons: readonly Icon[]): Buffer {
  const header = Buffer.alloc(6 + 16 * icons.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(icons.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of icons.entries()) {
    const at = 6 + 16 * index
    // A byte holds each side: 0 stands for 256.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...icons.map(({ png }) => png)])
}

/** Apple's types for PNGs: each size for an ordinary screen, and for a fine one. */
const appleTypes: readonly [type: string, size: number][] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/** Returns an icon of macOS. Throws if a size is missing. */
export function joinIcns(icons: readonly Icon[]): Buffer {
  const parts = appleTypes.flatMap(([type, size]) => {
    const found = icons.find((icon) => icon.size === size)
    if (found === undefined) throw new Error(`An icon of ${size} pixels is missing`)
    return [createAppleHeader(type, found.png.length), found.png]
  })
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([createAppleHeader('icns', length), ...parts])
}

/** Returns a type and a length that includes this header. */
function createAppleHeader(type: string, length: number): Buffer {
  const header = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  header.writeUInt32BE(length + header.length, 4)
  return header
}
