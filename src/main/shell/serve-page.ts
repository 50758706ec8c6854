import { readFileSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import type { SettingsView } from '../../shared/app/views.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import type { ServedFile } from './shell.ts'

/** The page may run only its own scripts and show only its own styles. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
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
  'Permissions-Policy': permissionsPolicy,
}

/** What main writes into the page before it is served. */
export interface PageStart {
  /** The page's initial data. */
  readonly prefetched: unknown
  readonly theme: SettingsView['theme']
  /** What stands there until the page has started; null for Till's mark. */
  readonly entering?: string | null
}

export interface PageSources {
  /** The folder of the built renderer. */
  readonly folder: string
  start?(): PageStart
  getImage(id: string): Promise<{ bytes: Uint8Array; type: string } | null>
}

/** Answers an address of the app's own origin: an image from main, a built file, or the page itself. */
export async function servePage(sources: PageSources, address: URL): Promise<ServedFile> {
  const path = pathOf(address)
  const image = /^\/image\/([\w-]{1,128})$/.exec(path)
  if (image) return serveImage(await sources.getImage(image[1] ?? ''))
  const name = path === '/' ? 'index.html' : path.slice(1)
  const file = normalize(join(sources.folder, name))
  const type = types[extname(file)]
  if (!file.startsWith(sources.folder + sep) || type === undefined) return nothing()
  const bytes = readOrNull(file)
  if (bytes === null) return nothing()
  const headers = { ...always, 'Content-Type': type, 'Content-Security-Policy': contentPolicy }
  if (name !== 'index.html' || sources.start === undefined) return { status: 200, headers, bytes }
  return { status: 200, headers: { ...headers, 'Cache-Control': 'no-store' }, bytes: fill(bytes, sources.start()) }
}

function readOrNull(file: string): Buffer | null {
  try {
    // Synchronously: an asynchronous read waits for the whole main process at every chunk, and the start waits for it.
    return readFileSync(file)
  } catch {
    return null
  }
}

/** Returns the page with its data in its place, which nothing in it can close, and in its theme from the first paint on. */
function fill(page: Buffer, { prefetched, theme, entering = null }: PageStart): Uint8Array {
  const json = JSON.stringify(prefetched).replaceAll('<', '\\u003c')
  const [before, after] = withEntering(inTheme(page.toString(), theme), entering).split(
    /(?<=<script type="application\/json" id="prefetched">)[^<]*/,
  )
  if (before === undefined || after === undefined) throw new Error('The page has no place for what goes into it')
  return Buffer.from(before + json + after)
}

/** Puts what was drawn in the place of Till's mark. */
function withEntering(page: string, entering: string | null): string {
  return entering === null ? page : page.replace(/<svg class="starting".*?<\/svg>/s, () => entering)
}

/** Sets the theme for the canvas before the style sheet is there, and for the style sheet before the page's script runs. */
function inTheme(page: string, theme: SettingsView['theme']): string {
  if (theme === 'system') return page
  return page
    .replace('<html', `<html data-theme="${theme}"`)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${theme}"`)
}

/** Returns the decoded path, or one that does not exist. */
function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '/nowhere'
  }
}

function serveImage(image: { bytes: Uint8Array; type: string } | null): ServedFile {
  if (image === null) return nothing()
  return {
    status: 200,
    headers: {
      ...always,
      'Content-Type': image.type,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=86400',
    },
    bytes: image.bytes,
  }
}

/** Returns the answer for an address where there is nothing. */
export function nothing(): ServedFile {
  return { status: 404, headers: { ...always, 'Content-Type': 'text/plain' }, bytes: new Uint8Array() }
}
