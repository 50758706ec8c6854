import { expect, it } from 'vitest'
import { mayRedirectTo } from './may-redirect-to.ts'

const [world, network, machine] = ['https://service.example', 'https://192.168.1.20', 'http://127.0.0.1:8080']

it.each([
  'https://127.0.0.1:8545',
  'https://127.9.9.9',
  'https://0x7f.1',
  'https://2130706433',
  'https://localhost',
  'https://LOCALHOST.',
  'https://rpc.localhost',
  'https://0.0.0.0',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:10.0.0.1]',
])('%s is this machine’s own: only a local service may name it', (url) => {
  expect([world, network, machine].map((base) => mayRedirectTo(base, url))).toEqual([false, false, true])
})

it.each([
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://172.31.255.1',
  'https://192.168.0.1',
  'https://169.254.169.254',
  'https://100.64.0.1',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://router',
  'https://printer.local',
  'https://node.lan.',
])('%s is in a private network: only a service within may name it', (url) => {
  expect([world, network, machine].map((base) => mayRedirectTo(base, url))).toEqual([false, true, true])
})

it.each([
  'https://rpc.example',
  'https://172.32.0.1',
  'https://100.128.0.1',
  'https://11.0.0.1',
  'https://[2001:db8::1]',
  'https://10.example',
  'https://fd.example',
])('%s may be named by every service', (url) => {
  expect([world, network, machine].map((base) => mayRedirectTo(base, url))).toEqual([true, true, true])
})

it('an invalid address is never allowed', () => {
  expect(mayRedirectTo(machine, 'rpc')).toBe(false)
})
