/**
 * Renders the least that a list of `total` rows of `height` pixels can be; runs in an empty page.
 * Each row stands at its place with a monogram and a name. Only rows near the screen exist.
 */
export function showBareList(total: number, height: number, overscan: number): void {
  const list = document.createElement('div')
  list.style.cssText = `position: relative; height: ${total * height}px; font: 15px sans-serif`
  document.body.replaceChildren(list)
  const rows = new Map<number, HTMLElement>()

  function rowOf(index: number): HTMLElement {
    const row = document.createElement('div')
    row.style.cssText = `position: absolute; top: 0; width: 100%; height: ${height}px; transform: translateY(${index * height}px)`
    const [mark, name] = [document.createElement('span'), document.createElement('span')]
    mark.style.cssText = `display: inline-grid; place-items: center; width: 48px; height: 48px; background: hsl(${(index * 47) % 360} 60% 88%)`
    mark.textContent = String.fromCharCode(65 + (index % 26))
    name.textContent = `Product ${index}`
    row.append(mark, name)
    return row
  }
  function draw(): void {
    const top = scrollY - list.offsetTop
    const first = Math.max(0, Math.floor((top - overscan) / height))
    const end = Math.min(total, Math.ceil((top + innerHeight + overscan) / height))
    for (const [index, row] of rows) {
      if (index >= first && index < end) continue
      row.remove()
      rows.delete(index)
    }
    for (let index = first; index < end; index++) {
      if (rows.has(index)) continue
      const row = rowOf(index)
      rows.set(index, row)
      list.append(row)
    }
  }
  addEventListener('scroll', draw, { passive: true })
  draw()
}
