/** No more of a large photo is needed to find a QR code. */
const MAX_SIDE = 1600
const MAX_BYTES = 20_000_000

/** Returns the text of the QR code in a picture; null if none is found, or it is no picture. */
export async function readQr(file: Blob): Promise<string | null> {
  if (file.size > MAX_BYTES) return null
  try {
    const [{ default: decodeQR }, pixels] = await Promise.all([import('qr/decode.js'), pixelsOf(file)])
    return decodeQR(pixels)
  } catch {
    return null
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
