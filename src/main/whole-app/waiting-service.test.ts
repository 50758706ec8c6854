import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AppView } from '../../shared/app/views.ts'
import { folder, setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { strong, testPhrase } from '../../testing/vault/vault.ts'

setUpTills()

const app = async (till: Till): Promise<AppView> => (await value(till.ask('app.get'))) as AppView
const other = 'http://127.0.0.1:8'

/** A closed register in shop mode, or a wallet at home. */
async function closed(inShop: boolean): Promise<void> {
  const till = await start('one')
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  if (inShop) await value(till.ask('kiosk.turnOn', { password: strong }))
  await till.close()
}

it(
  'another service named at the start waits for the password, and the current one stays until then',
  { timeout: 60_000 },
  async () => {
    await closed(false)
    const till = await start('one', { service: other })
    const named = { name: 'Nobody', baseUrl: other, integrator: 'x' }
    expect(await app(till)).toMatchObject({ profile: { baseUrl: 'http://127.0.0.1:9' }, waitingService: named })
    await expect(value(till.ask('profile.useWaiting', { password: 'guess' }))).rejects.toThrow('wrong-password')
    expect(await app(till)).toMatchObject({ profile: { baseUrl: 'http://127.0.0.1:9' }, waitingService: named })
    await value(till.ask('profile.useWaiting', { password: strong }))
    expect(await app(till)).toMatchObject({ profile: { baseUrl: other }, waitingService: null })
    await till.close()
    expect(await app(await start('one', { service: other }))).toMatchObject({
      profile: { baseUrl: other },
      waitingService: null,
    })
  },
)

it('only the manager of a register learns of it and answers', { timeout: 60_000 }, async () => {
  await closed(true)
  const till = await start('one', { service: other })
  expect(await app(till)).toMatchObject({ profile: { baseUrl: 'http://127.0.0.1:9' }, waitingService: null })
  for (const name of ['profile.useWaiting', 'profile.dropWaiting'])
    await expect(value(till.ask(name, { password: strong }))).rejects.toThrow('not-allowed role')
  await value(till.ask('kiosk.signInManager', { password: strong }))
  expect(await app(till)).toMatchObject({ waitingService: { baseUrl: other } })
  expect(await value(till.ask('profile.dropWaiting'))).toMatchObject({ waitingService: null })
  await expect(value(till.ask('profile.useWaiting', { password: strong }))).rejects.toThrow('not-found')
  expect(await app(till)).toMatchObject({ profile: { baseUrl: 'http://127.0.0.1:9' } })
})

it('a policy’s service is used instead, and nothing waits', { timeout: 60_000 }, async () => {
  await closed(false)
  const service = { name: 'Chosen', baseUrl: 'http://127.0.0.1:7', integrator: 'y' }
  writeFileSync(join(folder, 'one', 'policy.json'), JSON.stringify({ service }))
  const till = await start('one', { service: other })
  expect(await app(till)).toMatchObject({ profile: { baseUrl: service.baseUrl }, waitingService: null })
  await expect(value(till.ask('profile.useWaiting', { password: strong }))).rejects.toThrow('not-allowed policy')
})
