import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { preventable } from '../../../testing/electron/declarations.ts'
import type { ElectronStandIn } from '../../../testing/electron/create-electron.ts'
import { endElectron } from '../../../testing/electron/module.ts'
import { openShell, start, type Asked, type Opening } from '../../../testing/electron/open-shell.ts'
import type { StandInWindow } from '../../../testing/electron/windows.ts'
import type { Shell } from '../shell.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

let machine: ElectronStandIn
let shell: Shell
let window: StandInWindow
let asked: Asked
async function open(on?: Opening): Promise<void> {
  ;({ machine, shell, window, asked } = await openShell(on))
}
beforeEach(() => open())
afterEach(endElectron)
const page = (): string => window.webContents.page.address()

/** The numbers are those of the security checklist in Electron's documentation. */
describe('Electron shell against the security checklist', () => {
  it('1, 18: loads its page from its own secure scheme, never over file: or http:', async () => {
    expect(machine.schemes).toEqual([
      { scheme: 'till', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ])
    expect(await (await machine.fetch('till://app/assets/a.js')).text()).toBe('/assets/a.js')
    expect((await machine.fetch('till://other/a.js')).status).toBe(404)
    expect(page()).toBe(start)
  })

  it('2, 3, 4, 6, 8, 9, 10: isolates and sandboxes the page and enables nothing unsafe', () => {
    expect(window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
    expect(window.options.webPreferences).not.toHaveProperty('enableBlinkFeatures')
    expect(machine.app.isSandboxed).toBe(true)
  })

  it('opens no developer tools in an installed app', async () => {
    expect(window.options.webPreferences?.['devTools']).toBe(true)
    await open({ isPackaged: true })
    expect(window.options.webPreferences?.['devTools']).toBe(false)
  })

  it('5: denies every permission and device, but lets its own main frame copy', () => {
    const { session } = machine
    for (const permission of ['media', 'notifications', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem'])
      expect(session.ask(permission, true, start), permission).toEqual({ requested: false, checked: false })
    const copy = 'clipboard-sanitized-write'
    expect(session.ask(copy, true, start)).toEqual({ requested: true, checked: true })
    expect(session.ask(copy, false, start)).toEqual({ requested: false, checked: false })
    expect(session.ask(copy, true, 'https://example.org/')).toEqual({ requested: false, checked: false })
    expect(session.grantsDevice()).toBe(false)
    expect(window.webContents.requestBluetoothDevice('any')).toBeNull()
  })

  it('7: sends main’s content policy', async () => {
    expect((await machine.fetch('till://app/')).headers.get('Content-Security-Policy')).toBe('x')
  })

  it.each([
    ['will-navigate', 'https://example.org/', true],
    ['will-navigate', 'till://app/index.html', false],
    ['will-redirect', 'till://other/', true],
    ['will-frame-navigate', 'file:///etc/passwd', true],
    ['will-attach-webview', '', true],
  ])('11, 12, 13, 14: a page’s %s to %j is prevented: %s', (event, url, isPrevented) => {
    const attempt = preventable({ url })
    window.webContents.emit(event, attempt)
    expect(attempt.defaultPrevented).toBe(isPrevented)
    expect(window.webContents.windowOpenHandler?.({ url: 'https://example.org/' })).toEqual({ action: 'deny' })
  })

  it('blocks every request outside its own origin, downloads, names and WebRTC', () => {
    const { session, app } = machine
    const outside = ['https://example.org/x.js', 'http://127.0.0.1:8545/', 'ws://127.0.0.1:5173/', 'file:///etc/passwd']
    for (const url of outside) expect(session.lets(url), url).toBe(false)
    expect(session.lets('till://app/assets/a.js')).toBe(true)
    expect(session.letsDownload()).toBe(false)
    expect(app.switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND')
    expect(window.webContents.ipPolicy).toBe('disable_non_proxied_udp')
  })

  it('lets a page of a development server open its socket for hot reload, and nothing else', async () => {
    await open({ devServer: 'http://127.0.0.1:5173/' })
    expect(machine.session.lets('ws://127.0.0.1:5173/?token=x')).toBe(true)
    expect(machine.session.lets('ws://127.0.0.1:5174/')).toBe(false)
    expect(machine.session.lets('http://127.0.0.1:5173/')).toBe(false)
    expect(machine.app.switches.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND, EXCLUDE 127.0.0.1')
  })

  it('15: opens only web pages in the system’s browser, and nothing executable', async () => {
    await shell.openExternal('https://explorer.example/tx/0x1')
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://example.org/x',
      'http://example.org/',
      'calc',
    ])
      await expect(shell.openExternal(url), url).rejects.toThrow('Only pages of the web')
    expect(machine.world.external).toEqual(['https://explorer.example/tx/0x1'])
  })

  it('16: uses one exact version of Electron, from a maintained line', () => {
    const [, major] = /^(\d+)\.\d+\.\d+$/.exec(manifest.devDependencies.electron) ?? []
    // Electron maintains its three newest lines (electron-timelines); 45 was the newest at the last check.
    expect([43, 44, 45]).toContain(Number(major))
  })

  it('17: trusts only the top frame of its own current page', async () => {
    const ask = (frame: { readonly url: string } | null): Promise<unknown> =>
      machine.invoke(frame, 'till:request', 'app.get', undefined)
    const { mainFrame } = window.webContents
    await ask(mainFrame)
    await ask({ url: start })
    await ask(null)
    await shell.reload('/shop', '')
    // The frame of the page before.
    await ask(mainFrame)
    await window.webContents.loadURL('https://example.org/')
    await ask(window.webContents.mainFrame)
    expect(asked.requests.map(([trusted]) => trusted)).toEqual([true, false, false, false, false])
  })

  it.each(['linux', 'win32', 'darwin'] as const)(
    'locks when the machine sleeps or its screen is locked: %s',
    async (platform) => {
      await open({ platform })
      machine.power('suspend')
      expect(asked.locks).toBe(1)
      expect(shell.locksWithScreen).toBe(platform !== 'linux')
      if (platform === 'linux') return
      machine.power('lock-screen')
      expect(asked.locks).toBe(2)
    },
  )
})
