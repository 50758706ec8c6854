import { mostLogoBytes } from '../../../shared/slip-limits.ts'

export type LogoProblem = 'Wrong' | 'Large' | 'Broken'

const beginnings = { png: [0x89, 0x50, 0x4e, 0x47], jpeg: [0xff, 0xd8, 0xff] } as const

/** A picture file as a data URL, or why it can't be a logo; its bytes count, not its name. */
export async function readLogo(file: Blob): Promise<{ logo: string } | { problem: LogoProblem }> {
  if (file.size > mostLogoBytes) return { problem: 'Large' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const kinds = Object.entries(beginnings)
    const kind = kinds.find(([, beginning]) => beginning.every((byte, place) => bytes[place] === byte))?.[0]
    if (kind === undefined) return { problem: 'Wrong' }
    const logo = `data:image/${kind};base64,${base64(bytes)}`
    return (await isShown(logo)) ? { logo } : { problem: 'Broken' }
  } catch {
    return { problem: 'Broken' }
  }
}

function base64(bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return btoa(chunks.join(''))
}

/** More a slip can't show, and a picture of few bytes may be of very many dots. */
const MOST_DOTS = 4096

async function isShown(src: string): Promise<boolean> {
  const image = new Image()
  image.src = src
  await image.decode()
  return image.naturalWidth <= MOST_DOTS && image.naturalHeight <= MOST_DOTS
}
