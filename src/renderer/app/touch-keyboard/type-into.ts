export type TextField = HTMLInputElement | HTMLTextAreaElement

/** Types `text` at the caret of `field`, replacing the selection, as a key would. */
export function typeInto(field: TextField, text: string): void {
  const [start, end] = caretOf(field)
  const remaining = field.maxLength < 0 ? Infinity : field.maxLength - field.value.length + (end - start)
  if (text.length <= remaining) replace(field, start, end, text, 'insertText')
}

/** Deletes the selection of `field`, else the character (grapheme) before the caret. */
export function deleteFrom(field: TextField): void {
  const [start, end] = caretOf(field)
  if (start !== end) return replace(field, start, end, '', 'deleteContentBackward')
  replace(field, start - lastSignOf(field.value.slice(0, start)).length, start, '', 'deleteContentBackward')
}

/** Inserts a line break in a multi-line field, else does what Enter does in a form. */
export function enterIn(field: TextField): void {
  if (field instanceof HTMLTextAreaElement) return typeInto(field, '\n')
  field.form?.requestSubmit()
}

/** E-mail and number fields report no caret: it counts as being at their end. */
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
