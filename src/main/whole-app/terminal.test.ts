import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startTestServer } from '../../testing/service/server.ts'
import { setUpTills, start } from '../../testing/app/app.ts'
import { soon } from '../../testing/soon.ts'

setUpTills()

describe('what the terminal prints', { timeout: 60_000 }, () => {
  const printed = (): unknown[][] => vi.mocked(console.error).mock.calls

  it('is nothing about a page that sends a request while Till exits', async () => {
    const till = await start('old')
    await till.close()
    expect(await till.ask('people.list')).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(printed()).toEqual([])
  })

  it('is one sentence about a ledger that cannot be read', async () => {
    const till = await start('old')
    await till.close()
    const file = join(till.dataDir, 'ledger.db')
    writeFileSync(file, 'no ledger at all '.repeat(100))
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject({ ok: false, error: { code: 'ledger-damaged' } })
    expect(printed()).toEqual([[`The ledger cannot be read: ${file}. Till’s window shows how to go on.`]])
  })

  it('is nothing about a service that hangs: Till closes at once without its answer', async () => {
    const service = await startTestServer((_, response) => void response.writeHead(200).write('{'))
    const till = await start('new', { service: service.baseUrl })
    const refreshing = till.ask('catalog.refresh')
    await vi.waitFor(() => expect(service.seen.length).toBeGreaterThan(0), soon)
    const began = performance.now()
    await till.close()
    expect(performance.now() - began).toBeLessThan(5_000)
    await refreshing
    await service.close()
    expect(printed()).toEqual([])
  })
})
