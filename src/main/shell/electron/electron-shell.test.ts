import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Shell, ShellHost } from '../shell.ts'
import { recorded } from '../../../testing/shell/electron.ts'

vi.mock('electron', async () => (await import('../../../testing/shell/electron.ts')).electron)

const { createElectronShell, registerScheme } = await import('./electron-shell.ts')

const requests: unknown[][] = []
let locks = 0
const host: ShellHost = {
  request: (...args) => {
    requests.push(args)
    return Promise.resolve({ ok: true, value: null })
  },
  serve: ({ pathname }) =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Security-Policy': 'x' },
      bytes: new TextEncoder().encode(pathname),
    }),
  lock: () => locks++,
  pageEnded: () => pageEnded++,
  closed: () => closed++,
}

let pageEnded = 0
let closed = 0
let shell: Shell
beforeEach(async () => {
  requests.length = 0
  locks = 0
  pageEnded = 0
  closed = 0
  recorded.windows.length = 0
  recorded.menus.length = 0
  recorded.contentsHandlers.length = 0
  registerScheme()
  shell = createElectronShell({ preload: '/preload.cjs', kiosk: false, log: () => undefined })
  await shell.open(host)
})

it('renews by ending its renderer before it opens the page again', async () => {
  await shell.reload('/shop')
  const [window] = recorded.windows
  expect(window?.webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce()
  expect(window?.loadURL).toHaveBeenLastCalledWith('till://app/index.html#/shop')
})

describe('the window of a register', () => {
  const close = (): boolean => {
    let closes = true
    recorded.windows[0]?.emit('close', { preventDefault: () => (closes = false) })
    return closes
  }

  it('is full screen without a menu, returns to it after any system change, and leaves it with the mode', async () => {
    const [window] = recorded.windows
    expect(window?.filled).toEqual({ kiosk: false, fullScreen: false })
    await shell.setKiosk(true)
    expect(window?.filled).toEqual({ kiosk: true, fullScreen: true })
    expect(recorded.menus).toEqual([null])
    for (const undo of [
      () => window?.emit('leave-full-screen'),
      () => window?.emit('minimize'),
      () => recorded.powerHandlers.get('resume')?.(),
      () => recorded.powerHandlers.get('unlock-screen')?.(),
    ]) {
      Object.assign(window ?? {}, { isSmall: true, filled: { kiosk: false, fullScreen: false } })
      undo()
      expect([window?.filled, window?.isSmall]).toEqual([{ kiosk: true, fullScreen: true }, false])
    }
    await shell.setKiosk(false)
    expect(window?.filled).toEqual({ kiosk: false, fullScreen: false })
    window?.emit('leave-full-screen')
    expect(window?.filled.kiosk).toBe(false)
  })

  it('is full screen from the start if kiosk mode was set before', async () => {
    recorded.windows.length = 0
    const early = createElectronShell({ preload: '/preload.cjs', kiosk: false, log: () => undefined })
    await early.setKiosk(true)
    await early.open(host)
    expect(recorded.windows[0]?.filled).toEqual({ kiosk: true, fullScreen: true })
  })

  it('can be closed only by Till', async () => {
    expect(close()).toBe(true)
    await shell.setKiosk(true)
    expect(close()).toBe(false)
    await shell.setKiosk(false)
    expect(close()).toBe(true)
    await shell.setKiosk(true)
    recorded.appHandlers.get('before-quit')?.()
    expect(close()).toBe(true)
  })

  it('opens its start screen signed out when its page ends, except when Till ended it', async () => {
    const [window] = recorded.windows
    window?.webContents.emit('render-process-gone')
    expect(pageEnded).toBe(0)
    await shell.setKiosk(true)
    window?.webContents.emit('render-process-gone')
    expect(pageEnded).toBe(1)
    expect(window?.loadURL).toHaveBeenLastCalledWith('till://app/index.html#/till')
    const renewed = shell.reload('/shop')
    window?.webContents.emit('render-process-gone')
    await renewed
    expect(pageEnded).toBe(1)
    expect(window?.loadURL).toHaveBeenLastCalledWith('till://app/index.html#/shop')
  })
})

describe('printing', () => {
  beforeEach(() => void Object.assign(recorded, { prints: [], canPrint: true }))

  it('asks the user, who may cancel', async () => {
    expect(await shell.print()).toBe(true)
    recorded.canPrint = false
    expect(await shell.print()).toBe(false)
    expect(recorded.prints).toEqual([{ printBackground: true }, { printBackground: true }])
  })

  it('asks nobody in a shop, uses the printer’s own paper, and reports a missing sheet', async () => {
    await shell.setKiosk(true)
    expect(await shell.print()).toBe(true)
    expect(recorded.prints).toEqual([{ printBackground: true, silent: true, usePrinterDefaultPageSize: true }])
    recorded.canPrint = false
    await expect(shell.print()).rejects.toMatchObject({ code: 'printer-failed', details: { reason: 'system' } })
  })
})

it('asks for a folder or a file with the system’s own dialog, and accepts a cancel', async () => {
  recorded.chosenPath = '/media/stick'
  expect(await shell.dialogs?.chooseFolder()).toBe('/media/stick')
  expect(await shell.dialogs?.chooseFile('tillbackup')).toBe('/media/stick')
  expect(recorded.opened).toEqual([
    { properties: ['openDirectory', 'createDirectory'] },
    { properties: ['openFile'], filters: [{ name: 'Till', extensions: ['tillbackup'] }] },
  ])
  recorded.chosenPath = ''
  expect(await shell.dialogs?.chooseFile('tillbackup')).toBeNull()
})

describe('a file the user saves', () => {
  it('is written where they choose, and nowhere if they cancel', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'till-save-'))
    expect(await shell.saveFile('proof.json', 'text')).toBeNull()
    recorded.chosenPath = join(folder, 'mine.json')
    expect(await shell.saveFile('proof.json', 'text')).toBe(recorded.chosenPath)
    expect(readFileSync(recorded.chosenPath, 'utf8')).toBe('text')
    recorded.chosenPath = ''
    rmSync(folder, { recursive: true })
  })
})

it('gives the clipboard to main, which no page can request', async () => {
  recorded.copied = '0x1'
  expect(await shell.readClipboard()).toBe('0x1')
})

/** The numbers are those of the security checklist in Electron's documentation. */
describe('Electron shell against the security checklist', () => {
  it('1, 18: loads its page from its own secure scheme, never over file: or http:', async () => {
    expect(recorded.schemes).toContainEqual({
      scheme: 'till',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    })
    const answer = await recorded.protocolHandlers.get('till')?.({ url: 'till://app/assets/a.js' })
    expect(await answer?.text()).toBe('/assets/a.js')
    expect(recorded.windows[0]?.loadURL).toHaveBeenCalledExactlyOnceWith('till://app/index.html')
  })

  it('2, 3, 4, 6, 8, 9, 10: isolates and sandboxes the page and enables nothing unsafe', () => {
    const preferences = recorded.windows[0]?.options.webPreferences ?? {}
    expect(preferences).toMatchObject({
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
    expect(preferences).not.toHaveProperty('enableBlinkFeatures')
  })

  it('opens no developer tools in an installed app', async () => {
    expect(recorded.windows[0]?.options.webPreferences.devTools).toBe(true)
    recorded.packaged = true
    await createElectronShell({ preload: '/preload.cjs', kiosk: false, log: () => undefined }).open(host)
    recorded.packaged = false
    expect(recorded.windows[1]?.options.webPreferences.devTools).toBe(false)
  })

  it('5: denies every permission and device, but lets its own main frame copy', () => {
    const answers = (permission: string, isMainFrame: boolean, requestingUrl: string): unknown[] => {
      const requests: unknown[] = []
      const answer = (granted: boolean): void => void requests.push(granted)
      recorded.session.request?.(...([null, permission, answer, { isMainFrame, requestingUrl }] as never[]))
      requests.push(
        recorded.session.check?.(...([null, permission, new URL(requestingUrl).href, { isMainFrame }] as never[])),
      )
      return requests
    }
    const page = 'till://app/index.html'
    for (const permission of ['media', 'notifications', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem'])
      expect(answers(permission, true, page), permission).toEqual([false, false])
    expect(answers('clipboard-sanitized-write', true, page)).toEqual([true, true])
    expect(answers('clipboard-sanitized-write', false, page)).toEqual([false, false])
    expect(answers('clipboard-sanitized-write', true, 'https://example.org/')).toEqual([false, false])
    expect(recorded.session.device?.()).toBe(false)
  })

  it('7: sends main’s content policy', async () => {
    const answer = await recorded.protocolHandlers.get('till')?.({ url: 'till://app/' })
    expect(answer?.headers.get('Content-Security-Policy')).toBe('x')
  })

  it('11, 12, 13, 14: no webviews, no navigation away, no new windows', () => {
    // The window's web contents since its creation.
    const contents = recorded.windows[0]?.webContents ?? expect.fail('No window')
    for (const [event, url, stays] of [
      ['will-navigate', 'https://example.org/', true],
      ['will-navigate', 'till://app/index.html', false],
      ['will-redirect', 'till://other/', true],
      ['will-frame-navigate', 'file:///etc/passwd', true],
      ['will-attach-webview', '', true],
    ] as const) {
      const preventDefault = vi.fn()
      contents.emit(event, { url, preventDefault })
      expect(preventDefault.mock.calls.length > 0, `${event} ${url}`).toBe(stays)
    }
    const [decide] = contents.setWindowOpenHandler.mock.lastCall as [() => unknown]
    expect(decide()).toEqual({ action: 'deny' })
  })

  it('blocks every request outside its own origin, and downloads', () => {
    const cancelled = (url: string): boolean | undefined => {
      let answer: boolean | undefined
      const callback = ({ cancel }: { cancel: boolean }): void => void (answer = cancel)
      recorded.session.before?.(...([{ url }, callback] as never[]))
      return answer
    }
    expect(cancelled('https://example.org/x.js')).toBe(true)
    expect(cancelled('http://127.0.0.1:8545/')).toBe(true)
    expect(cancelled('till://app/assets/a.js')).toBe(false)
    const preventDefault = vi.fn()
    recorded.session['will-download']?.(...([{ preventDefault }] as never[]))
    expect(preventDefault).toHaveBeenCalled()
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
    expect(recorded.external).toEqual(['https://explorer.example/tx/0x1'])
  })

  it('16: uses one exact version of Electron, from a maintained line', () => {
    const [, major] = /^(\d+)\.\d+\.\d+$/.exec(manifest.devDependencies.electron) ?? []
    // Electron maintains its three newest lines (electron-timelines); 45 was the newest at the last check.
    expect([43, 44, 45]).toContain(Number(major))
  })

  it('17: trusts only its own top frame', async () => {
    const ask = recorded.ipcHandlers.get('till:request')
    const mainFrame = recorded.windows[0]?.webContents.mainFrame
    await ask?.({ senderFrame: mainFrame }, 'app.get', undefined)
    await ask?.({ senderFrame: { url: 'till://app/index.html' } }, 'app.get', undefined)
    await ask?.({ senderFrame: null }, 'app.get', undefined)
    if (mainFrame) mainFrame.url = 'https://example.org/'
    await ask?.({ senderFrame: mainFrame }, 'app.get', undefined)
    expect(requests.map(([trusted]) => trusted)).toEqual([true, false, false, false])
  })

  it('locks when the machine sleeps or its screen is locked', () => {
    recorded.powerHandlers.get('suspend')?.()
    recorded.powerHandlers.get('lock-screen')?.()
    expect(locks).toBe(2)
  })
})
