import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { ServedFile } from './shell.ts'

/** The page may run its own scripts and nothing else; the hash is the one static style that Reka's Select writes. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-nzTgYzXYDNe6BAHiiI7NNlfK8n/auuOAhh2t92YvuXo='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
}

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
}

export interface PageSources {
  /** The folder of the built renderer. */
  readonly folder: string
  getImage(id: string): Promise<{ bytes: Uint8Array; type: string } | null>
}

/** Answers a path of the app's own origin: a picture from main, a built file, or the page itself. */
export async function servePage(sources: PageSources, path: string): Promise<ServedFile> {
  const image = /^\/image\/([\w-]{1,128})$/.exec(path)
  if (image) return serveImage(await sources.getImage(image[1] ?? ''))
  const name = path === '/' ? 'index.html' : path.slice(1)
  const file = normalize(join(sources.folder, name))
  const type = types[extname(file)]
  if (!file.startsWith(sources.folder + sep) || type === undefined) return nothing()
  try {
    const bytes = await readFile(file)
    return {
      status: 200,
      headers: { ...always, 'Content-Type': type, 'Content-Security-Policy': contentPolicy },
      bytes,
    }
  } catch {
    return nothing()
  }
}

function serveImage(image: { bytes: Uint8Array; type: string } | null): ServedFile {
  if (image === null) return nothing()
  return {
    status: 200,
    headers: {
      ...always,
      'Content-Type': image.type,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'private, max-age=86400',
    },
    bytes: image.bytes,
  }
}

function nothing(): ServedFile {
  return { status: 404, headers: { ...always, 'Content-Type': 'text/plain' }, bytes: new Uint8Array() }
}
