import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { folder, start, value, type Till } from '../testing/app/app.ts'
import { junk, strong } from '../testing/vault/vault.ts'

beforeEach(() =>
  writeFileSync(join(folder, 'index.html'), '<script type="application/json" id="prefetched">[]</script>'),
)

/** The names of the questions whose answers a page gets that is served now. */
async function answeredWith(till: Till): Promise<unknown[]> {
  const page = await till.host()?.serve(new URL('https://till.localhost/'))
  const json = />(.*)</s.exec(Buffer.from(page?.bytes ?? []).toString())?.[1] ?? ''
  return (JSON.parse(json) as [string][]).map(([key]) => (JSON.parse(key) as unknown[])[0])
}
/** Each question takes a turn. */
async function untilAnswered(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn()
}
async function setUp(): Promise<Till> {
  const till = await start('till')
  await value(till.ask('vault.restore', { words: junk, password: strong }))
  return till
}

it('the first page of a start comes with what the shop asks first, and none after it asked for something itself', async () => {
  await (await setUp()).close()
  const till = await start('till')
  const shop = ['catalog.browse', 'catalog.status', 'purchases.list', 'catalog.changes', 'favourites.list']
  await vi.waitFor(async () => expect(await answeredWith(till)).toEqual(['app.get', ...shop, 'drafts.list']))
  await value(till.ask('budget.get'))
  expect(await answeredWith(till)).toEqual([])
})

it('in a shop, where nobody is at the till, the first page comes with no more than that', async () => {
  const before = await setUp()
  await value(before.ask('kiosk.turnOn', { password: strong }))
  await before.close()
  const till = await start('till')
  await untilAnswered()
  expect(await answeredWith(till)).toEqual(['app.get'])
})

it('the service is asked for nothing before the page asked for something itself, and then for the catalog', async () => {
  const paths: (string | undefined)[] = []
  const service = createServer((request, response) => {
    paths.push(request.url)
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const till = await start('till', true, `http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  await untilAnswered()
  expect(paths).toEqual([])
  await value(till.ask('budget.get'))
  await vi.waitFor(() => expect(paths.join(' ')).toContain('/products/'))
  service.close()
})
