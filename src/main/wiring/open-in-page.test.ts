import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { strong, testPhrase } from '../../testing/vault/vault.ts'
import { soon } from '../../testing/soon.ts'

setUpTills()

const refusals = (till: Till): number =>
  readFileSync(join(till.dataDir, 'logs', 'till.log'), 'utf8').split('A path was not opened in the page').length - 1

it('opens a path once the page sent its first request, and brings the window to the front', async () => {
  const till = await start('home')
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  await till.close()
  const again = await start('home')
  again.host()?.openPath('/settings')
  await vi.waitFor(() => expect(again.window).toEqual(['own size', 'opened', 'in front']), soon)
  expect(again.paths).toEqual([])
  await value(again.ask('budget.get'))
  expect(again.paths).toEqual(['/settings'])
})

it('opens nothing before the first run is complete', async () => {
  const till = await start('new')
  await value(till.ask('app.get'))
  till.host()?.openPath('/settings')
  await vi.waitFor(() => expect(refusals(till)).toBe(1), soon)
  expect([till.paths, till.window]).toEqual([[], ['own size', 'opened']])
})

it('opens nothing at a register, whoever is signed in', async () => {
  const till = await start('shop')
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  await value(till.ask('kiosk.turnOn', { password: strong }))
  till.host()?.openPath('/settings')
  await value(till.ask('kiosk.signOut'))
  till.host()?.openPath('/settings')
  await vi.waitFor(() => expect(refusals(till)).toBe(2), soon)
  expect([till.paths, till.window.includes('in front')]).toEqual([[], false])
})
