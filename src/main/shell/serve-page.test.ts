import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsView } from '../../shared/app/views.ts'
import { drawEntering } from './draw-entrance.ts'
import { contentPolicy, servePage } from './serve-page.ts'

let top: string
let folder: string

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'till-page-'))
  folder = join(top, 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(top, 'renderer-secret'))
  copyFileSync(join(import.meta.dirname, '../../renderer/index.html'), join(folder, 'index.html'))
  writeFileSync(join(folder, 'assets', 'a.js'), '1')
  writeFileSync(join(folder, 'assets', 'data.db'), 'no')
  writeFileSync(join(top, 'vault.json'), 'secret')
  writeFileSync(join(top, 'renderer-secret', 'x.js'), 'secret')
})
afterAll(() => rmSync(top, { recursive: true }))

const serve = (path: string) =>
  servePage(
    {
      folder,
      getImage: async (id) => (id === 'known' ? { bytes: new Uint8Array([1]), type: 'image/svg+xml' } : null),
    },
    { pathname: path } as URL,
  )

describe('the app’s own origin', () => {
  it('serves the built files with a policy that allows no inline script, no frame and no other origin', async () => {
    const page = await serve('/')
    expect(page.status).toBe(200)
    expect(page.headers['Content-Security-Policy']).toBe(contentPolicy)
    expect(contentPolicy.split('; ')).toEqual([
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
    ])
    expect((await serve('/assets/a.js')).headers['Content-Type']).toMatch(/^text\/javascript/)
  })

  it('denies the page every feature that reaches a device or another program', async () => {
    const policy = (await serve('/')).headers['Permissions-Policy']?.split(', ')
    for (const feature of ['bluetooth', 'usb', 'serial', 'hid', 'midi', 'gamepad', 'camera', 'local-network-access'])
      expect(policy, feature).toContain(`${feature}=()`)
  })

  it('inserts the page’s initial data in its place, and nothing in it can escape', async () => {
    const hostile = { name: '</script><script>alert(1)</script><!-- $& $1', sign: '\u2028' }
    const filled = {
      folder,
      start: () => ({ prefetched: hostile, theme: 'system' as const }),
      getImage: async () => null,
    }
    for (const path of ['/', '/index.html']) {
      const page = await servePage(filled, { pathname: path } as URL)
      const text = Buffer.from(page.bytes).toString()
      const json = /<script type="application\/json" id="prefetched">([^<]*)<\/script>/.exec(text)?.[1] ?? ''
      expect(JSON.parse(json)).toEqual(hostile)
      expect(page.headers).toMatchObject({ 'Cache-Control': 'no-store', 'Content-Security-Policy': contentPolicy })
    }
    expect(Buffer.from((await servePage(filled, { pathname: '/assets/a.js' } as URL)).bytes).toString()).toBe('1')
  })

  it('serves the page in the chosen theme, and in the system’s if none is chosen', async () => {
    const serveIn = async (theme: SettingsView['theme']): Promise<string> => {
      const sources = { folder, start: () => ({ prefetched: [], theme }), getImage: async () => null }
      return Buffer.from((await servePage(sources, { pathname: '/' } as URL)).bytes).toString()
    }
    for (const theme of ['light', 'dark'] as const) {
      const text = await serveIn(theme)
      expect(text).toContain(`<html data-theme="${theme}"`)
      expect(text).toContain(`<meta name="color-scheme" content="${theme}" />`)
    }
    const text = await serveIn('system')
    expect(text).not.toContain('data-theme')
    expect(text).toContain('<meta name="color-scheme" content="light dark" />')
  })

  it('shows who signs in until the page has started, and Till’s mark otherwise', async () => {
    const serveWith = async (entering: string | null): Promise<string> => {
      const sources = {
        folder,
        start: () => ({ prefetched: [], theme: 'dark' as const, entering }),
        getImage: async () => null,
      }
      return Buffer.from((await servePage(sources, { pathname: '/' } as URL)).bytes).toString()
    }
    const named = drawEntering({ name: '$& Ana', colour: 'teal', saying: 'Signing in…' })
    expect(await serveWith(named)).toContain(`<div id="app">\n      ${named}\n`)
    expect(await serveWith(null)).toContain('<svg class="starting"')
  })

  it('serves no page without a place for that data', async () => {
    const other = join(top, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'index.html'), '<p>page</p>')
    const serving = servePage(
      { folder: other, start: () => ({ prefetched: [], theme: 'dark' }), getImage: async () => null },
      {
        pathname: '/',
      } as URL,
    )
    await expect(serving).rejects.toThrow('no place')
  })

  it('never leaves the renderer’s folder, however the path is written', async () => {
    for (const path of [
      '/../vault.json',
      '/assets/../../vault.json',
      '/../renderer-secret/x.js',
      '/assets\\..\\..\\vault.json',
      '//etc/passwd',
      '/assets/data.db',
      '/missing.js',
    ]) {
      expect((await serve(path)).status, path).toBe(404)
    }
  })

  it('serves pictures without any right to run scripts, and nothing for unknown ones', async () => {
    const image = await serve('/image/known')
    expect(image.headers['Content-Security-Policy']).toBe("default-src 'none'; sandbox")
    expect(image.headers['X-Content-Type-Options']).toBe('nosniff')
    expect((await serve('/image/unknown')).status).toBe(404)
    expect((await serve('/image/../vault.json')).status).toBe(404)
  })
})
