import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { folder, setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { testPhrase, strong } from '../../testing/vault/vault.ts'
import { soon } from '../../testing/soon.ts'

setUpTills()

beforeEach(() =>
  writeFileSync(join(folder, 'index.html'), '<script type="application/json" id="prefetched">[]</script>'),
)

/** Returns the names of the requests whose answers are served with a page now. */
async function answeredWith(till: Till): Promise<unknown[]> {
  const page = await till.host()?.serve(new URL('https://till.localhost/'))
  const json = />(.*)</s.exec(Buffer.from(page?.bytes ?? []).toString())?.[1] ?? ''
  return (JSON.parse(json) as [string][]).map(([key]) => (JSON.parse(key) as unknown[])[0])
}
/** Each request takes a turn. */
async function untilAnswered(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn()
}
async function setUp(): Promise<Till> {
  const till = await start('till')
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  return till
}

it('gives the first page of a start the shop’s first answers, and no page after its first own request', async () => {
  await (await setUp()).close()
  const till = await start('till')
  const own = ['purchases.recents', 'people.boughtFor', 'catalog.changes', 'favourites.list', 'drafts.list']
  await vi.waitFor(
    async () => expect(await answeredWith(till)).toEqual(['app.get', 'catalog.browse', 'catalog.status', ...own]),
    soon,
  )
  await value(till.ask('budget.get'))
  expect(await answeredWith(till)).toEqual([])
})

it('gives the first page only the app’s state in a shop with nobody signed in', async () => {
  const before = await setUp()
  await value(before.ask('kiosk.turnOn', { password: strong }))
  await before.close()
  const till = await start('till')
  await untilAnswered()
  expect(await answeredWith(till)).toEqual(['app.get'])
})

it('sends the service nothing before the page’s first own request, and then requests the catalog', async () => {
  const paths: (string | undefined)[] = []
  const service = createServer((request, response) => {
    paths.push(request.url)
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const till = await start('till', { service: `http://127.0.0.1:${(service.address() as AddressInfo).port}` })
  await untilAnswered()
  expect(paths).toEqual([])
  await value(till.ask('budget.get'))
  await vi.waitFor(() => expect(paths.join(' ')).toContain('/products/'), soon)
  service.close()
})
