// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedNodes } from '../../../testing/fixtures/networks.ts'
import type { AddedNodeView } from '../../../shared/networks/node-views.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const added = { chainId: 71_001, url: 'https://node.example', trouble: null, behindBy: 0, foundChainId: null }

/** Types nodes into Harbour's field and tests them. */
async function addNodes(...nodes: AddedNodeView[]): Promise<void> {
  till = await mountTill('/settings/service', { 'profile.test': { nodes } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Your own nodes for Harbour'))
  await till.type('Your own nodes for Harbour', nodes.map(({ url }) => url).join('\n'))
  expect(till.isOff('Test the service')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.press('Test the service')
  await till.until(() => expect(till.text()).toContain('Nodes you added'))
}

test('tests added nodes only with the password, and shows how each answered', async () => {
  const silent = { ...added, url: 'https://silent.example', trouble: 'failing' as const }
  const behind = { ...added, url: 'https://late.example', trouble: 'behind' as const, behindBy: 40 }
  const limited = { ...added, url: 'https://busy.example', trouble: 'limited' as const }
  await addNodes(added, silent, behind, limited)
  expect(till.text()).toContain('https://node.example · Working')
  expect(till.text()).toContain('https://silent.example · Doesn’t answer as a node should')
  expect(till.text()).toContain('https://late.example · Works, but is 40 blocks behind the other nodes')
  expect(till.text()).toContain('https://busy.example · Asks Till to slow down')
  expect(till.text()).toContain('You can save a node that doesn’t answer.')
  expect(till.isOff('Save')).toBe(false)
  const input = till.inputsOf('profile.test')[0]
  expect(input).toMatchObject({ password: 'correct horse' })
})

test('names both chain IDs of a node of another chain, and does not save it', async () => {
  await addNodes({ ...added, trouble: 'other-chain', foundChainId: 137 })
  expect(till.text()).toContain('https://node.example · This is a node of chain 137, not 71001')
  expect(till.isOff('Save')).toBe(true)
  await till.type('Your own nodes for Harbour', '')
  await till.until(() => expect(till.text()).not.toContain('chain 137'))
})

test('reloads the networks after the service is saved', async () => {
  till = await mountTill('/settings/service')
  await till.until(() => expect(till.text()).toContain('node.example · yours · Working'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.press('Test the service')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'correct horse')
  till.scripted.script['networks.nodes'] = scriptedNodes({ host: 'newest.example' })
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('newest.example · yours · Working'))
})

test('leads from a network’s button to the field for its nodes', async () => {
  till = await mountTill('/settings/service')
  await till.until(() => till.button('Add a node to Meadow'))
  await till.press('Add a node to Meadow')
  await till.until(() => expect(document.activeElement).toBe(till.field('Your own nodes for Meadow')))
  await till.press('Add a node to Harbour')
  await till.until(() => expect(document.activeElement).toBe(till.field('Your own nodes for Harbour')))
})

test('opens the form with the networks, even if they were not loaded before', async () => {
  till = await mountTill('/settings/service', { fails: { 'networks.list': { code: 'internal' } } })
  await till.until(() => expect(till.inputsOf('networks.list')).toHaveLength(1))
  await till.until(() => till.button('Edit'))
  till.scripted.script.fails = {}
  await till.press('Edit')
  await till.until(() => till.field('Your own nodes for Harbour'))
})

test('says how far and since when a node is behind, and checks it again on request', async () => {
  const since = new Date(Date.now() - 180_000).toISOString()
  till = await mountTill('/settings/service', {
    'networks.nodes': scriptedNodes({ trouble: 'behind', since, behindBy: 12 }),
  })
  await till.until(() => expect(till.text()).toMatch(/node\.example · yours · 12 blocks behind since \d/))
  expect(till.text()).toContain('lagoon.example · from the service · Working')
  expect(till.text()).toContain('Only one node.')
  till.scripted.script['networks.nodes'] = scriptedNodes({ trouble: 'behind', since, behindBy: 1 })
  await till.press('Check again')
  await till.until(() => expect(till.text()).toContain('1 block behind since'))
  till.scripted.script['networks.nodes'] = scriptedNodes()
  await till.press('Check again')
  await till.until(() => expect(till.text()).toContain('node.example · yours · Working'))
})
