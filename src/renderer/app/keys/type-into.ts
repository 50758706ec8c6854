export type TextField = HTMLInputElement | HTMLTextAreaElement

/** Types `text` where the caret of `field` stands, in place of what is selected, as a key would. */
export function typeInto(field: TextField, text: string): void {
  const [start, end] = caretOf(field)
  const room = field.maxLength < 0 ? Infinity : field.maxLength - field.value.length + (end - start)
  if (text.length <= room) replace(field, start, end, text, 'insertText')
}

/** Deletes what is selected in `field`, else the sign before the caret, as a person sees signs. */
export function deleteFrom(field: TextField): void {
  const [start, end] = caretOf(field)
  if (start !== end) return replace(field, start, end, '', 'deleteContentBackward')
  replace(field, start - lastSignOf(field.value.slice(0, start)).length, start, '', 'deleteContentBackward')
}

/** A new line where there are lines, else what the Enter key does in a form. */
export function enterIn(field: TextField): void {
  if (field instanceof HTMLTextAreaElement) return typeInto(field, '\n')
  field.form?.requestSubmit()
}

/** Fields for e-mails and plain numbers tell no caret: it is at their end. */
function caretOf({ value, selectionStart, selectionEnd }: TextField): [start: number, end: number] {
  return [selectionStart ?? value.length, selectionEnd ?? value.length]
}

function replace(field: TextField, start: number, end: number, text: string, inputType: string): void {
  const hasCaret = field.selectionStart !== null
  field.value = field.value.slice(0, start) + text + field.value.slice(end)
  const caret = start + text.length
  if (hasCaret) field.setSelectionRange(caret, caret)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: text === '' ? null : text }))
}

function lastSignOf(text: string): string {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment).at(-1) ?? ''
}
