import type { FieldView, VariantView } from '../../../../shared/catalog/variant-views.ts'

/** Returns the field that names the recipient: the reference (its name is null), or the required field with an e-mail or phone. */
export function recipientFieldOf({
  reference,
  requiredFields,
}: VariantView): { readonly name: string | null; readonly kind: FieldView['kind'] } | null {
  if (reference) return { name: null, kind: reference.kind }
  const fields = requiredFields.filter(
    ({ name, kind }) => (kind === 'email' || kind === 'phone') && !/^sender\b/i.test(name),
  )
  return fields.find(({ name }) => /^recipient\b/i.test(name)) ?? fields[0] ?? null
}
