import { describe, expect, it } from 'vitest'
import { createElectron } from './create-electron.ts'

describe('the stand-in for Electron', () => {
  it('throws for what must happen before the app is ready, and for what must wait for it', () => {
    const { electron, becomeReady } = createElectron()
    expect(() => new electron.BrowserWindow()).toThrow('before the app is ready')
    expect(() => electron.session.defaultSession).toThrow('before the app is ready')
    expect(() => electron.protocol.handle('till', () => new Response())).toThrow('before the app is ready')
    expect(() => electron.utilityProcess.fork('any.js')).toThrow('before the app is ready')
    becomeReady()
    expect(() => electron.app.enableSandbox()).toThrow('must be called before')
    expect(() => electron.app.commandLine.appendSwitch('lang')).toThrow('must be called before')
    expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow('must be called before')
  })

  it('names the program as its manifest does, or like Electron without one', () => {
    expect(createElectron({ manifest: { name: 'till', productName: 'Till' } }).app.name).toBe('Till')
    expect(createElectron({ isPackaged: true }).app.name).toBe('till')
    expect(createElectron().app.name).toBe('Electron')
  })

  it('throws for events and options that Electron’s typings do not declare', () => {
    const { electron, becomeReady } = createElectron()
    becomeReady()
    expect(() => electron.app.on('render-gone', () => undefined)).toThrow('declares no event render-gone')
    expect(() => new electron.BrowserWindow({ webPreferences: { sandboxed: true } })).toThrow('declares no sandboxed')
    expect(() => electron.Menu.buildFromTemplate([{ submenu: [] }])).toThrow('at least one of label, role or type')
  })

  it('throws for a role, a theme and an output of a process that Electron does not have', () => {
    const { electron, becomeReady } = createElectron()
    becomeReady()
    expect(() => electron.Menu.buildFromTemplate([{ role: 'leave' }])).toThrow('no role leave')
    expect(() => (electron.nativeTheme.themeSource = 'dim')).toThrow('No theme is named dim')
    expect(() => electron.utilityProcess.fork('any.js', [], { stdio: ['pipe', 'pipe', 'pipe'] })).toThrow('stdin')
    expect(() => electron.utilityProcess.fork('any.js', [], { stdio: ['ignore'] })).toThrow('missing')
  })

  it('throws for every call on a window that is gone', () => {
    const { electron, becomeReady } = createElectron()
    becomeReady()
    const window = new electron.BrowserWindow()
    const { webContents } = window
    window.close()
    expect(() => window.focus()).toThrow('destroyed')
    expect(() => webContents.send('any')).toThrow('destroyed')
  })

  it('quits once all windows are closed, unless something listens', () => {
    const alone = createElectron()
    alone.becomeReady()
    new alone.electron.BrowserWindow().close()
    expect(alone.app.exitCode).toBe(0)
    const heard = createElectron()
    heard.becomeReady()
    heard.app.on('window-all-closed', () => undefined)
    new heard.electron.BrowserWindow().close()
    expect(heard.app.exitCode).toBeNull()
  })

  it('keeps macOS’ default menu if it is taken away, and loses what a dying renderer is to show', async () => {
    const { electron, becomeReady, menu } = createElectron({ platform: 'darwin' })
    becomeReady()
    electron.Menu.setApplicationMenu(null)
    expect(menu()?.items.map(({ role }) => role)).toContain('appMenu')
    const window = new electron.BrowserWindow()
    await window.loadURL('till://app/index.html#/a')
    window.webContents.forcefullyCrashRenderer()
    const lost = window.loadURL('till://app/index.html#/b')
    await new Promise((resolve) => window.webContents.once('render-process-gone', resolve))
    await expect(lost).rejects.toThrow('ERR_FAILED (-2)')
    expect(window.webContents.isCrashed()).toBe(true)
  })

  it('rejects a load that another one replaces, whose renderer ends or whose window closes', async () => {
    const { electron, becomeReady } = createElectron()
    becomeReady()
    const window = new electron.BrowserWindow()
    const replaced = window.loadURL('till://app/a.html')
    const ended = window.loadURL('till://app/b.html')
    await expect(replaced).rejects.toMatchObject({ code: 'ERR_ABORTED', errno: -3, url: 'till://app/a.html' })
    window.webContents.forcefullyCrashRenderer()
    await expect(ended).rejects.toMatchObject({ code: 'ERR_FAILED', errno: -2 })
    const closed = window.loadURL('till://app/c.html')
    window.close()
    await expect(closed).rejects.toThrow("ERR_FAILED (-2) loading 'till://app/c.html'")
  })
})
