import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Desktop } from '../desktop/desktop.ts'
import { folder, setUpTills, start, value } from '../../testing/app/app.ts'
import { strong, testPhrase } from '../../testing/vault/vault.ts'

setUpTills()

const desktop: Desktop = {
  languages: () => ['en'],
  setWords: () => undefined,
  setTheme: () => undefined,
  hasWindow: () => false,
  isWatched: () => false,
  notify: () => undefined,
  setBadge: () => undefined,
  setTray: () => undefined,
  systemStart: null,
}

it('a window that closes ends Till, even if the ledger cannot be read any more', async () => {
  const till = await start('home', { desktop })
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  await till.close()
  till.host()?.closed()
  expect(till.window.at(-1)).toBe('closed')
})

it('serves the page without a readable ledger, in the theme that was read last', async () => {
  copyFileSync(join(import.meta.dirname, '../../renderer/index.html'), join(folder, 'index.html'))
  const till = await start('home')
  await value(till.ask('settings.set', { theme: 'dark' }))
  const page = async (): Promise<string> => {
    const served = await till.host()?.serve(new URL('till://app/index.html'))
    return new TextDecoder().decode(served?.bytes)
  }
  expect(await page()).toContain('data-theme="dark"')
  await till.close()
  expect(await page()).toContain('data-theme="dark"')
})

it('shows nothing on the desktop once Till was stopped, even while its window opened', async () => {
  const shown = vi.fn()
  await start('home', { desktop: { ...desktop, setBadge: shown }, stopsWhileOpening: true })
  expect(shown).not.toHaveBeenCalled()
})
