import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findOrInstallBrowser } from '../../../../scripts/launch/find-browser.ts'
import { deniedFeatures, permissionsPolicy } from '../permissions-policy.ts'
import { contentPolicy } from '../serve-page.ts'
import type { Shell } from '../shell.ts'
import { startChromiumShell } from './chromium-shell.ts'

/** What reached the servers outside. */
const arrived: string[] = []
let folder: string
let udp: Socket
let tcp: Server
let shell: Shell
let context: BrowserContext
const launching = vi.spyOn(chromium, 'launchPersistentContext')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-way-out-'))
  udp = createSocket('udp4', () => arrived.push('udp'))
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  tcp = createServer((socket) => {
    arrived.push('tcp')
    socket.on('error', () => undefined).end()
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  shell = await startChromiumShell({
    executable: findOrInstallBrowser(),
    userDataDir: join(folder, 'browser'),
    downloads: folder,
    headless: true,
    debuggingPort: null,
    kiosk: false,
    development: false,
    log: () => undefined,
  })
  await shell.open({
    request: () => Promise.resolve({ ok: true, value: null }),
    serve: () =>
      Promise.resolve({
        status: 200,
        headers: {
          'Content-Type': 'text/html',
          'Content-Security-Policy': contentPolicy,
          'Permissions-Policy': permissionsPolicy,
        },
        bytes: new TextEncoder().encode('<title>Till</title>'),
      }),
    customer: {
      request: () => Promise.resolve({ ok: true, value: null }),
      serve: () => Promise.resolve({ status: 200, headers: {}, bytes: new Uint8Array() }),
    },
    lock: () => undefined,
    signOut: () => undefined,
    pageEnded: () => undefined,
    openPath: () => undefined,
    openLink: () => undefined,
    closed: () => undefined,
  })
  context = await launching.mock.results.at(-1)?.value
})

afterAll(async () => {
  await shell.close()
  udp.close()
  tcp.close()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

/** Tries each way out, and returns once none of them tries any more. */
async function tryWaysOut({ udpPort, tcpPort }: { udpPort: number; tcpPort: number }): Promise<void> {
  const preconnect = document.createElement('link')
  preconnect.rel = 'preconnect'
  preconnect.href = `http://127.0.0.1:${tcpPort}`
  document.head.append(preconnect)
  const turn = { username: 'twelve words', credential: 'x' }
  const peer = new RTCPeerConnection({
    iceServers: [
      { urls: `stun:127.0.0.1:${udpPort}` },
      { urls: `turn:127.0.0.1:${udpPort}`, ...turn },
      { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, ...turn },
    ],
  })
  peer.createDataChannel('any')
  await peer.setLocalDescription()
  await new Promise<void>((resolve) => {
    const resolveAtEnd = (): void => (peer.iceGatheringState === 'complete' ? resolve() : undefined)
    peer.addEventListener('icegatheringstatechange', resolveAtEnd)
    resolveAtEnd()
  })
  peer.close()
}

it('a page that was taken over sends nothing out by WebRTC or a preconnect', async () => {
  const ports = { udpPort: udp.address().port, tcpPort: (tcp.address() as AddressInfo).port }
  const tried = context.pages()[0]?.evaluate(tryWaysOut, ports)
  // A page that gets out waits for answers for longer than a test may.
  await Promise.race([tried, once(udp, 'message'), once(tcp, 'connection')])
  expect(arrived).toEqual([])
})

/** Chromium's own list of the features of a document, which its typings lack. */
interface WithFeatures {
  readonly featurePolicy: { features(): string[]; allowedFeatures(): string[] }
}

it('a page has no feature that reaches a device or another program', async () => {
  const [known, allowed] =
    (await context.pages()[0]?.evaluate(() => {
      const { featurePolicy } = document as unknown as WithFeatures
      return [featurePolicy.features(), featurePolicy.allowedFeatures()]
    })) ?? expect.fail('No page')
  expect(known).toEqual(expect.arrayContaining(['usb', 'serial', 'hid', 'midi', 'gamepad', 'local-network-access']))
  expect(allowed?.filter((feature) => deniedFeatures.some((denied) => denied === feature))).toEqual([])
})
