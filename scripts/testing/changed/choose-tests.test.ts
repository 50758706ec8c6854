import { join } from 'node:path'
import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sortTestFiles } from '../test-files.ts'
import { chooseTests } from './choose-tests.ts'
import { distancesFrom, readImporters } from './import-graph.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{src,scripts}/**/*.{ts,vue}', { cwd: root })
const importers = readImporters(root, files)
const tests = sortTestFiles(root)

const chosenFor = (file: string) => chooseTests(distancesFrom(importers, [file]), tests)

describe('the tests of a change', () => {
  it('are those that import it, the nearest first', () => {
    const { files: chosen } = chosenFor('src/main/purchases/refund/judge-refund.ts')
    expect(chosen[0]).toBe('src/main/purchases/refund/judge-refund.test.ts')
  })

  it('include those of the screen that shows a changed component', () => {
    const { files: chosen } = chosenFor('src/renderer/modules/purchases/purchase/RefundDialog.vue')
    expect(chosen).toContain('src/renderer/modules/purchases/purchase/purchase-page.test.ts')
  })

  it('are only those of its own folder for a screen, which the router imports for every other', () => {
    const { files: chosen, leftOut } = chosenFor('src/renderer/modules/wallet/HoldingPart.vue')
    expect(chosen.map((file) => file.split('/').slice(0, -1).join('/'))).toEqual(
      chosen.map(() => 'src/renderer/modules/wallet'),
    )
    expect(leftOut).toBeGreaterThan(20)
  })

  it('are the nearest there are, if only the router leads to a screen', () => {
    const { files: chosen } = chosenFor('src/renderer/modules/unlock/UnlockPage.vue')
    expect(chosen).toContain('src/renderer/app/start/lock.test.ts')
  })

  it('include those that reach a screen’s part through a lazy import', () => {
    const { files: chosen } = chosenFor('src/renderer/modules/shop/filters/FilterDialog.vue')
    expect(chosen).toContain('src/renderer/modules/shop/shop.test.ts')
  })

  it('are a minute’s worth if everything imports it, and the rest is counted', () => {
    const { files: chosen, leftOut } = chosenFor('src/shared/errors.ts')
    expect(chosen.length).toBeGreaterThan(10)
    expect(chosen.length).toBeLessThan(110)
    expect(leftOut).toBeGreaterThan(100)
  })

  it('are the changed test files themselves, even of a campaign', () => {
    expect(chosenFor('campaigns/kill/kill.test.ts')).toEqual({ files: ['campaigns/kill/kill.test.ts'], leftOut: 0 })
  })
})
