import { generateKeyPairSync } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { AppView } from '../../shared/app/views.ts'
import { setUpTills, start, value } from '../../testing/app/app.ts'
import { reply, startTestServer } from '../../testing/service/server.ts'
import { soon } from '../../testing/soon.ts'
import { publicKeyOf, signNotice } from '../updates/sign-notice.ts'

setUpTills()

const { privateKey } = generateKeyPairSync('ed25519')
const key = publicKeyOf(privateKey)
const notice = { version: '1.1.0', date: '2026-11-20', page: 'https://till.example/1.1.0' }
const newerOf = (view: unknown): unknown => (view as AppView).newerVersion

it('asks for a newer version after the first screen, shows it, opens its page, and knows it at the next start', async () => {
  const server = await startTestServer(reply(200, signNotice(notice, privateKey)))
  const feed = { url: server.baseUrl, key }
  const till = await start('home', { updateFeed: feed })
  expect(server.seen).toHaveLength(0)
  expect(newerOf(await value(till.ask('app.get')))).toBeNull()
  await vi.waitFor(
    async () => expect(newerOf(await value(till.ask('app.get')))).toEqual({ version: '1.1.0', date: '2026-11-20' }),
    soon,
  )
  await value(till.ask('link.open', { newerVersion: true }))
  expect(till.pages).toEqual([notice.page])
  await till.close()
  await server.close()
  const next = await start('home', { updateFeed: feed })
  expect(newerOf(await value(next.ask('app.get')))).toMatchObject({ version: '1.1.0' })
  expect(server.seen).toHaveLength(1)
})

it('opens no page while no newer version is known', async () => {
  const till = await start('home')
  await expect(value(till.ask('link.open', { newerVersion: true }))).rejects.toThrow('not-allowed')
  expect(till.pages).toEqual([])
})
