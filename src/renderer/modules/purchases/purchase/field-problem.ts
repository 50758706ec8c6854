import type { PurchaseView } from '../../../../shared/purchases/views.ts'

type Said = Pick<PurchaseView['registration'], 'lastFields'>

/**
 * Returns the service's message about a form field from the last refused report: a required field by its name, the reference as null.
 * Services use the bare name or the path in the report. Null without a message.
 */
export function problemOfField({ lastFields }: Said, field: string | null): string | null {
  return lastFields.find(({ name }) => namesField(name, field))?.problem || null
}

/** Returns the service's messages about fields that are not in the form. */
export function problemsElsewhere({ lastFields }: Said, form: readonly string[]): Said['lastFields'] {
  const inForm = [null, ...form]
  return lastFields.filter(({ name, problem }) => problem !== '' && !inForm.some((field) => namesField(name, field)))
}

function namesField(name: string, field: string | null): boolean {
  const names = field === null ? ['reference'] : [field, `requiredFields.${field}`, `fields.${field}`]
  return names.map(plain).includes(plain(name))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, '')
}
