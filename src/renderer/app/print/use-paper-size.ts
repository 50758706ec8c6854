import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { isSheet, type Paper } from '../../../shared/receipts/papers.ts'

const MM_PER_PX = 25.4 / 96

/** Returns the CSS page rule for a sheet of `heightPx`: a roll is as long as its content. */
export function pageRule(paper: Paper, heightPx: number): string {
  if (isSheet(paper)) return `@page { size: ${paper}; margin: 16mm; }`
  return `@page { size: ${paper}mm ${Math.ceil(heightPx * MM_PER_PX) + 1}mm; margin: 0; }`
}

/** Keeps the printed page as large as the sheet, while it is on screen. */
export function usePaperSize(sheet: Ref<HTMLElement | null>, paper: () => Paper): void {
  const rules = new CSSStyleSheet()
  const write = (): void => rules.replaceSync(pageRule(paper(), sheet.value?.offsetHeight ?? 0))
  const observer = new ResizeObserver(write)
  onMounted(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
    if (sheet.value) observer.observe(sheet.value)
    write()
  })
  watch(paper, write, { flush: 'post' })
  onBeforeUnmount(() => {
    observer.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules)
  })
}
