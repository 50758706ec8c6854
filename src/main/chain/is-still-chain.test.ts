import { expect, it } from 'vitest'
import { isStillChain } from './is-still-chain.ts'
import type { NodeReport } from './nodes/trouble/node-report.ts'

const report = (trouble: NodeReport['trouble'], url = 'https://two.example'): NodeReport => ({
  url,
  trouble,
  since: null,
  behindBy: 0,
  foundChainId: null,
})
const sound = report(null, 'https://one.example')

it.each<[string, boolean, NodeReport['trouble'], NodeReport['trouble'], boolean]>([
  ['most nodes still serve it', true, null, 'other-chain', true],
  ['one of two nodes is silent', false, null, 'failing', true],
  ['one of two nodes is limited', false, null, 'limited', true],
  ['one of two nodes serves another one since', false, null, 'other-chain', false],
  ['one of two nodes was silent and serves another one', false, 'failing', 'other-chain', false],
  ['one of two nodes served another one before', false, 'other-chain', 'other-chain', true],
])('a chain of which %s', async (_, isUnchanged, before, after, is) => {
  const chain = { isUnchanged: async () => isUnchanged, nodes: () => [sound, report(after)] }
  expect(await isStillChain(chain, [sound, report(before)])).toBe(is)
})
