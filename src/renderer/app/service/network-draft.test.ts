import { expect, test } from 'vitest'
import type { NetworkView } from '../../../shared/networks/views.ts'
import {
  areNodesWrong,
  hasAddedNodes,
  isCapWrong,
  networkDrafts,
  networksOf,
  stillSuggested,
  withNode,
} from './network-draft.ts'

const network = (chainId: number, unpayable: NetworkView['unpayable'] = null): NetworkView => ({
  key: `n${chainId}`,
  name: `Network ${chainId}`,
  chainId,
  isTestnet: false,
  logo: null,
  unpayable,
  native: { name: 'Ether', symbol: 'ETH', decimals: 18, logo: null },
  tokens: [],
})
const [draft] = networkDrafts([network(1)], {})

test('lists each payable network, and unlisted ones that have settings', () => {
  const drafts = networkDrafts([network(1), network(7, 'not-evm'), network(9, 'no-rpc')], {
    rpcUrls: { '5': ['https://five.example'] },
    feeCaps: { '1': '0.02' },
  })
  expect(drafts.map(({ chainId, nodes, cap }) => [chainId, nodes, cap])).toEqual([
    ['1', '', '0.02'],
    ['9', '', ''],
    ['5', 'https://five.example', ''],
  ])
})

test('restores typed settings, and removes emptied ones', () => {
  const set = { rpcUrls: { '1': ['https://one.example', 'http://127.0.0.1:8545'] }, feeCaps: { '1': '0.02' } }
  const drafts = networkDrafts([network(1)], set)
  expect(networksOf(drafts)).toEqual(set)
  expect(networksOf(drafts.map((one) => ({ ...one, nodes: ' \n', cap: '' })))).toEqual({ rpcUrls: {}, feeCaps: {} })
  expect(networksOf([{ ...draft!, cap: '0,5' }]).feeCaps).toEqual({ '1': '0.5' })
})

test('rejects addresses that are neither https nor local, too many of them, and a fee that is not an amount', () => {
  for (const nodes of [
    'http://one.example',
    'one.example',
    'https://a.example ftp://b.example',
    'https://u:p@a.example',
  ])
    expect(areNodesWrong({ ...draft!, nodes }), nodes).toBe(true)
  expect(areNodesWrong({ ...draft!, nodes: 'https://a.example\nhttp://127.0.0.1:8545 ' })).toBe(false)
  expect(areNodesWrong({ ...draft!, nodes: 'https://a.example '.repeat(11) })).toBe(true)
  for (const cap of ['-1', 'much', '1e3', '1234567890']) expect(isCapWrong({ ...draft!, cap }), cap).toBe(true)
  for (const cap of ['', '0', '0,05', '123456789.000000000000000001'])
    expect(isCapWrong({ ...draft!, cap }), cap).toBe(false)
})

test('finds added nodes that were not set for their network', () => {
  const set = { '1': ['https://one.example'] }
  expect(hasAddedNodes([{ ...draft!, nodes: 'https://one.example' }], set)).toBe(false)
  expect(hasAddedNodes([{ ...draft!, nodes: '' }], set)).toBe(false)
  expect(hasAddedNodes([{ ...draft!, nodes: 'https://one.example https://two.example' }], set)).toBe(true)
  expect(hasAddedNodes([{ ...draft!, nodes: 'https://one.example' }], { '2': ['https://one.example'] })).toBe(true)
})

test('suggests a public node until it is added, after the user’s own, and never an eleventh', () => {
  const url = 'https://public.example'
  const nodes = [{ chainId: 1, name: 'One', nodes: [], suggested: [url] }]
  const [one] = networkDrafts([network(1)], { rpcUrls: { '1': ['https://own.example'] } }, nodes)
  if (!one) throw new Error('No draft')
  expect(stillSuggested(one)).toEqual([url])
  one.nodes = withNode(one, url)
  expect(networksOf([one]).rpcUrls).toEqual({ '1': ['https://own.example', url] })
  expect(stillSuggested(one)).toEqual([])
  expect(stillSuggested({ ...one, nodes: 'https://a.example '.repeat(10) })).toEqual([])
})
