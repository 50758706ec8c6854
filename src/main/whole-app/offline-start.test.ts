import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { folder, setUpTills, start, value } from '../../testing/app/app.ts'
import { writeCatalogState } from '../catalog/catalog-state-repository.ts'
import { openCatalog } from '../catalog/open-catalog.ts'

setUpTills()

it('knows soon after a start that the service is gone, though its catalog is new enough to ask nothing', async () => {
  mkdirSync(join(folder, 'one'))
  const db = openCatalog(join(folder, 'one', 'catalog.db'))
  const state = { refreshedAt: Date.now(), skipped: 0, words: '', etags: {} }
  writeCatalogState(db, { ...state, source: 'http://127.0.0.1:9 x' })
  db.close()
  const till = await start('one')
  await value(till.ask('app.get'))
  const connection = (): Promise<unknown> => value(till.ask('connection.get'))
  // What else is missing is asked for only after 5 seconds.
  await vi.waitFor(async () => expect(await connection()).toMatchObject({ service: 'offline' }), 3_000)
})
