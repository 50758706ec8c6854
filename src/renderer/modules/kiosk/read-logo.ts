import { mostLogoBytes } from '../../../shared/receipts/limits.ts'

export type LogoProblem = 'Wrong' | 'Large' | 'Broken'

const beginnings = { png: [0x89, 0x50, 0x4e, 0x47], jpeg: [0xff, 0xd8, 0xff] } as const

/**
 * Reads a picture file as a data URL, or returns why it cannot be a logo; the bytes decide, not the name. A JPEG or a large picture becomes
 * a PNG for network printers, if the browser can make one.
 */
export async function readLogo(file: Blob): Promise<{ logo: string } | { problem: LogoProblem }> {
  if (file.size > mostLogoBytes) return { problem: 'Large' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const kinds = Object.entries(beginnings)
    const kind = kinds.find(([, beginning]) => beginning.every((byte, index) => bytes[index] === byte))?.[0]
    if (kind === undefined) return { problem: 'Wrong' }
    const logo = `data:image/${kind};base64,${base64(bytes)}`
    const image = await load(logo)
    if (Math.max(image.naturalWidth, image.naturalHeight) > MAX_DOTS) return { problem: 'Broken' }
    const fits = kind === 'png' && Math.max(image.naturalWidth, image.naturalHeight) <= MAX_PRINTED
    return { logo: (fits ? null : redraw(image)) ?? logo }
  } catch {
    return { problem: 'Broken' }
  }
}

function base64(bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return btoa(chunks.join(''))
}

/** A receipt cannot show more, and a small file may hold a huge picture. */
const MAX_DOTS = 4096

/** The longest side, in dots, that network printers are sent. */
const MAX_PRINTED = 1024

async function load(src: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = src
  await image.decode()
  return image
}

/** Redraws the picture as a PNG on white, smaller until it fits the byte limit; null if the browser cannot. */
function redraw(image: HTMLImageElement): string | null {
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d')
  const longest = Math.max(image.naturalWidth, image.naturalHeight)
  for (let side = Math.min(longest, MAX_PRINTED); paper !== null && side >= 64; side = Math.floor(side / 1.5)) {
    canvas.width = Math.max(1, Math.round((image.naturalWidth * side) / longest))
    canvas.height = Math.max(1, Math.round((image.naturalHeight * side) / longest))
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(image, 0, 0, canvas.width, canvas.height)
    const drawn = canvas.toDataURL('image/png')
    if (drawn.startsWith('data:image/png') && drawn.length * 0.75 <= mostLogoBytes) return drawn
  }
  return null
}
