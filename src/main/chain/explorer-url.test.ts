import { describe, expect, it } from 'vitest'
import { explorerUrl } from './explorer-url.ts'

const hash = `0x${'aB'.repeat(32)}`
const remote = { baseUrl: 'https://service.example', explorerHosts: ['explorer.example', 'ports.example:8443'] }
const here = { baseUrl: 'http://127.0.0.1:4000', explorerHosts: [] }

describe('an explorer’s page', () => {
  it.each([
    ['https://explorer.example', 'https://explorer.example'],
    ['HTTPS://Explorer.Example/', 'https://explorer.example'],
    ['https://explorer.example:443', 'https://explorer.example'],
    ['https://ports.example:8443', 'https://ports.example:8443'],
    ['https://explorer.example/base/?q=1#x', 'https://explorer.example/base'],
    ['https://explorer.example/?to=https://evil.example/\\&x', 'https://explorer.example'],
    ['https://explorer.example/a/../b', 'https://explorer.example/b'],
  ])('at %s opens on its host, without query and fragment', (explorer, base) => {
    expect(explorerUrl(explorer, hash, remote)).toBe(`${base}/tx/${hash}`)
  })

  it.each([
    '',
    'explorer.example',
    '//explorer.example',
    'http://explorer.example',
    'ftp://explorer.example',
    'javascript:alert(1)',
    'javascript://explorer.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'file://explorer.example/share',
    'smb://explorer.example/share',
    'till://app/',
    'https:explorer.example',
    'https:/explorer.example',
    'https:///explorer.example',
    // Other hosts, and look-alikes of the right one.
    'https://evil.example',
    'https://sub.explorer.example',
    'https://explorer.example.evil.example',
    'https://explorer.example.',
    'https://explorer.exаmple',
    'https://xn--explorer-2ve.example',
    'https://explorer。example',
    'https://explorer%2eexample',
    'https://explorer.example%00.evil.example',
    // Some programs read the user name as the host, or the host as the user name.
    'https://explorer.example@evil.example',
    'https://evil.example@explorer.example',
    'https://user:password@explorer.example',
    'https://explorer.example:443@evil.example',
    'https://evil.example#@explorer.example',
    'https://evil.example?@explorer.example',
    // Other ports.
    'https://explorer.example:444',
    'https://explorer.example:99999',
    'https://ports.example',
    // Characters that some programs read as a slash, and others do not.
    'https:\\\\explorer.example',
    'https://explorer.example\\@evil.example',
    'https://explorer.example\\..\\evil',
    'https://evil.example\\.explorer.example',
    ' https://explorer.example',
    'https://explorer.example\n',
    'https://explo\trer.example',
    // Characters with a meaning in a shell, a file name or an escape.
    'https://explorer.example/$(id)',
    'https://explorer.example/`id`',
    "https://explorer.example/';id",
    'https://explorer.example/a b',
    'https://explorer.example/%2e%2e/',
    'https://explorer.example/;x',
    'https://explorer.example/@evil.example',
    `https://explorer.example/${'a'.repeat(2000)}`,
    // The local machine, for a service that runs elsewhere.
    'http://127.0.0.1:8545/explorer',
    'https://localhost',
    'http://[::1]/',
    'http://127.1/',
    'http://2130706433/',
  ])('at %j does not open for a remote service', (explorer) => {
    expect(explorerUrl(explorer, hash, remote)).toBeNull()
  })

  it('on the local machine opens only for a local service', () => {
    expect(explorerUrl('http://127.0.0.1:8545/explorer', hash, here)).toBe(`http://127.0.0.1:8545/explorer/tx/${hash}`)
    expect(explorerUrl('http://[::1]:8545', hash, here)).toBe(`http://[::1]:8545/tx/${hash}`)
    expect(explorerUrl('https://explorer.example', hash, here)).toBeNull()
    expect(explorerUrl('http://127.0.0.1:8545@evil.example', hash, here)).toBeNull()
  })

  it('does not open without a profile, or without a valid hash', () => {
    expect(explorerUrl('https://explorer.example', hash, null)).toBeNull()
    for (const wrong of ['', '0x12', '../../login', `${hash}0`, `${hash}?x`, ` ${hash}`])
      expect(explorerUrl('https://explorer.example', wrong, remote), wrong).toBeNull()
  })
})
