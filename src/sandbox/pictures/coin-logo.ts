const coinColors: Readonly<Record<string, string>> = {
  usdc: '#2563a8',
  usdt: '#178a6d',
  dai: '#c98a12',
  eth: '#64748b',
  ltn: '#9333ea',
}

function disc(color: string, inside: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><circle cx="32" cy="32" r="32" fill="${color}"/>` +
    `<circle cx="32" cy="32" r="25" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="2"/>${inside}</svg>`
  )
}

function letters(text: string, size: number): string {
  return (
    `<text x="32" y="33" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${size}" ` +
    `text-anchor="middle" dominant-baseline="central">${text}</text>`
  )
}

/** Returns a coin's picture as SVG; undefined for an unknown coin. */
export function coinLogo(key: string): string | undefined {
  const color = coinColors[key]
  return color === undefined ? undefined : disc(color, letters(key.toUpperCase(), key.length > 3 ? 14 : 17))
}

/** Draws a network's picture as SVG: its initial on its colour. */
export function networkLogo(name: string, color: string): string {
  return disc(color, letters(name.slice(0, 1), 28))
}
