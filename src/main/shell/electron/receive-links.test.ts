import { afterEach, expect, it, vi } from 'vitest'
import { endElectron, startElectron } from '../../../testing/electron/module.ts'
import type { Machine } from '../../../testing/electron/world.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

const { receiveLinks } = await import('./receive-links.ts')

afterEach(endElectron)

function receive(on: Machine) {
  const machine = startElectron(on)
  const opened: string[] = []
  const links = receiveLinks()
  return { ...machine, opened, deliver: () => links.deliver((text) => void opened.push(text)) }
}

it('keeps the newest link that macOS hands over before the window is open, and opens it once', () => {
  const { app, becomeReady, opened, deliver } = receive({ platform: 'darwin' })
  expect(app.openUrl('till://brand/first')).toBe(true)
  becomeReady()
  expect(app.openUrl('till://brand/second')).toBe(true)
  expect(opened).toEqual([])
  deliver()
  app.openUrl('till://product/third')
  expect(opened).toEqual(['till://brand/second', 'till://product/third'])
})

it.each(['linux', 'win32'] as const)('opens the link of another start, wherever it stands: %s', (platform) => {
  const { app, becomeReady, opened, deliver } = receive({ platform })
  becomeReady()
  deliver()
  app.startAgain(['--data-dir', '/tmp/x', 'till://brand/lumo'])
  app.startAgain(['till://app/index.html', '--locale', 'es'])
  app.startAgain(['receipt.pdf'])
  expect(opened).toEqual(['till://brand/lumo', 'till://app/index.html'])
})

it.each([
  [{ platform: 'win32', isPackaged: true }, ['till']],
  [{ platform: 'win32', isPackaged: false }, []],
  [{ platform: 'darwin', isPackaged: true }, []],
  [{ platform: 'linux', isPackaged: true }, []],
] as const)('claims its links only for an installed Till on Windows: %j', (on, schemes) => {
  expect(receive(on).app.ownSchemes).toEqual(schemes)
})
