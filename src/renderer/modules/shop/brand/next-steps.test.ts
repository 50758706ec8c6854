import { expect, test } from 'vitest'
import type { FieldView } from '../../../../shared/catalog/variant-views.ts'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { arrivalOf, firstQuestionOf } from './next-steps.ts'

const field = (kind: FieldView['kind'], required = true): FieldView => ({ name: kind, kind, required })
const asking = (reference: FieldView | null, ...requiredFields: FieldView[]) =>
  scriptedVariant({ sku: 's', brandSlug: 'b', brandName: 'B', reference, requiredFields })

test.each([
  ['phone', [asking(field('phone'))]],
  ['email', [asking(null, field('email'))]],
  ['email', [asking(field('email'), field('text', false))]],
  ['details', [asking(field('text'))]],
  ['details', [asking(field('phone'), field('date'))]],
  ['details', [asking(field('phone')), asking(field('email'))]],
  ['nothing', [asking(null, field('text', false))]],
  ['nothing', []],
] as const)('asks for %s first', (asked, variants) => {
  expect(firstQuestionOf(variants)).toBe(asked)
})

test.each([
  ['credit', ['topup', 'TOPUP']],
  ['code', ['gift_card']],
  ['code', ['voucher']],
  ['esim', ['esim']],
  ['product', ['topup', 'data']],
  ['product', ['constructor']],
] as const)('expects %s of %j', (arrival, types) => {
  const variants = types.map((productType) =>
    scriptedVariant({ sku: productType, brandSlug: 'b', brandName: 'B', productType }),
  )
  expect(arrivalOf(variants)).toBe(arrival)
})
