interface Picture {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Returns the picture of a brand, a coin or a network by its id; null for the one that is missing. */
export function drawPicture(id: string): Picture | null {
  if (id === 'broken') return null
  const hue = [...id].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0) * 7, 0) % 360
  const [kind, name = ''] = id.split('-')
  const isRound = kind === 'coin' || kind === 'network'
  const svg = isRound ? roundPicture(name.toUpperCase(), hue) : widePicture(hue)
  return { bytes: Buffer.from(svg), type: 'image/svg+xml' }
}

/** Draws a brand. */
function widePicture(hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 80"><circle cx="44" cy="40" r="26" fill="hsl(${hue} 60% 45%)"/><path d="M82 30h62v8H82zM82 46h40v6H82z" fill="hsl(${hue} 50% 35%)"/></svg>`
}

/** Draws a coin or a network: its name on its colour. */
function roundPicture(name: string, hue: number): string {
  const shown = name.length > 4 ? name.slice(0, 1) : name
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="hsl(${hue} 60% 38%)"/><text x="32" y="33" fill="#fff" font-family="system-ui, sans-serif" font-weight="700" font-size="${shown.length > 1 ? 17 : 28}" text-anchor="middle" dominant-baseline="central">${shown}</text></svg>`
}
