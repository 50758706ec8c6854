// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { whenIdle } from '../../renderer/app/timing/when-idle.ts'
import { mountTill } from './mount-till.ts'

const idle = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve()))

test('a page that was closed while it waited for main reads nothing for the next one', async () => {
  // A request that is never answered makes all later pages wait.
  const silent = await mountTill('/shop', { hangs: new Set(['catalog.browse']) })
  silent.close()
  const closed = await mountTill('/shop')
  await idle()
  closed.close()
  const till = await mountTill('/shop')
  // Its turn comes after that of the pages.
  await new Promise<void>((resolve) => whenIdle(resolve))
  await idle()
  expect(till.inputsOf('connection.get')).toHaveLength(1)
  till.close()
})
