import { readPictureSize } from './picture-size.ts'

/** No more of a large photo is needed to find a QR code. */
const MAX_SIDE = 1600
const MAX_BYTES = 20_000_000
/** A decoded pixel takes four bytes; the cameras of phones make pictures of up to 50 million. */
const MAX_PIXELS = 50_000_000

/** The text of a QR code, or why there is none: none is found, it is no picture, or it is too large to look. */
export type ReadQr = { readonly text: string } | { readonly problem: 'none' | 'large' }

/** Reads the QR code in a picture. */
export async function readQr(file: Blob): Promise<ReadQr> {
  if (file.size > MAX_BYTES) return { problem: 'large' }
  try {
    const size = readPictureSize(new Uint8Array(await file.arrayBuffer()))
    if (size === null) return { problem: 'none' }
    if (size.width * size.height > MAX_PIXELS) return { problem: 'large' }
    const [{ default: decodeQR }, pixels] = await Promise.all([import('qr/decode.js'), pixelsOf(file)])
    return { text: decodeQR(pixels) }
  } catch {
    return { problem: 'none' }
  }
}

async function pixelsOf(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const canvas = new OffscreenCanvas(width, height)
  const paper = canvas.getContext('2d')
  if (paper === null) throw new Error('No canvas')
  // A transparent picture has its code on white.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, width, height)
  paper.drawImage(picture, 0, 0, width, height)
  picture.close()
  return paper.getImageData(0, 0, width, height)
}
