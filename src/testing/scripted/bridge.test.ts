import { expect, test } from 'vitest'
import type { z } from 'zod'
import { requests, type RequestName } from '../../shared/contract.ts'
import { scriptedRegisters } from '../fixtures/registers.ts'
import { scriptedPrices, scriptedSale, scriptedShift } from '../fixtures/sales.ts'
import { scriptedClaimable, scriptedTransfer } from '../fixtures/steps.ts'
import { scriptedVariant } from '../fixtures/catalog.ts'
import { createScriptedBridge } from './bridge.ts'
import { scriptedDraft } from '../fixtures/drafts.ts'
import { plausible } from '../plausible.ts'
import { scriptedCode } from '../fixtures/codes.ts'
import { scriptedExternal } from '../fixtures/external.ts'
import { scriptedPurchase } from '../fixtures/purchases.ts'
import type { Script } from './script.ts'

/** The id in made-up inputs. */
const id = '0b6c1f5e-6a53-4c0f-9a10-000000000000'
const shown = (): Partial<Script> => ({
  variants: [scriptedVariant({ sku: 'sku', brandSlug: 'slug', brandName: 'Sol' })],
  purchases: [scriptedPurchase(0, 'failed', 5)],
  drafts: [scriptedDraft(0, { id })],
  transfers: [scriptedTransfer(0, { id })],
  claimables: [scriptedClaimable(id)],
  clerks: [{ id, name: 'Ana', colour: 'teal', lockedOut: false, lastSignedInAt: null }],
  codes: [scriptedCode(1, { id })],
  external: [scriptedExternal({ id })],
  prices: scriptedPrices,
  shifts: [{ ...scriptedShift(), number: 0 }],
  sales: [scriptedSale(0)],
  registers: scriptedRegisters(),
})
/** Inputs that name something the script has. All others are the simplest ones that the contract accepts. */
const inputs: Partial<Record<RequestName, unknown>> = {
  'transfers.offer': {
    to: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    networkKey: 'harbor',
    token: null,
    amount: '5',
  },
  'prices.try': { sku: 'lumo_MX_100-I', prices: scriptedPrices },
  'registers.purchases': { address: scriptedRegisters().registers[0]?.address },
}
/** Every request for a password gets it. */
function inputOf(name: RequestName): unknown {
  if (Object.hasOwn(inputs, name)) return inputs[name]
  const input: z.ZodType = requests[name].input
  const made: unknown = plausible(input)
  return typeof made === 'object' && made && 'password' in made ? { ...made, password: 'correct horse' } : made
}

test.each(Object.keys(requests) as RequestName[])('the scripted answer to %s fits the contract', async (name) => {
  // The bridge throws where an input or an output does not parse.
  expect(await createScriptedBridge(shown()).bridge.request(name, inputOf(name))).toMatchObject({ ok: true })
})

test('a test overrides part of an answer, which keeps the fields of the input', async () => {
  const { bridge } = createScriptedBridge({ 'checkout.quote': { problems: [{ problem: 'price-only' }] } })
  const input = { sku: 'lumo_MX_200-I', reference: '5512345678', fields: {}, networkKey: 'meadow', tokenKey: 'usdt' }
  expect(await bridge.request('checkout.quote', input)).toMatchObject({
    ok: true,
    value: { sku: input.sku, networkKey: 'meadow', assetAmount: '10.84', problems: [{ problem: 'price-only' }] },
  })
})

test('an override that does not fit fails at once, with its path', async () => {
  const { bridge } = createScriptedBridge({ 'budget.get': { left: 'many' } as never })
  await expect(bridge.request('budget.get', undefined)).rejects.toThrow('left')
})

test('a request that changes state answers with the new state', async () => {
  const { bridge } = createScriptedBridge({ 'backupFile.get': { folder: '/media/a' } })
  expect(await bridge.request('backupFile.stop', { password: 'correct horse' })).toMatchObject({
    value: { folder: null },
  })
  expect(await bridge.request('backupFile.stop', { password: 'wrong' })).toMatchObject({
    error: { code: 'wrong-password' },
  })
})
