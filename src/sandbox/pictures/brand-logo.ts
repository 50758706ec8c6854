import { numberOf } from '../catalog/numbers.ts'
import { emblemOf } from './emblems.ts'

const hues = [2, 14, 28, 40, 96, 138, 158, 170, 182, 192, 202, 212, 224, 236, 250, 264, 278, 294, 312, 328, 344]

/** Draws a brand's logo as SVG from its slug alone: colours, background and mark are always the same. */
export function brandLogo(slug: string): string {
  const hue = (hues[numberOf(`hue ${slug}`, hues.length)] ?? 0) + numberOf(`shade ${slug}`, 9)
  const second = (hue + 16 + numberOf(`second ${slug}`, 26)) % 360
  const dark = numberOf(`ground ${slug}`, 3) > 0
  const [from, to] = dark
    ? [`hsl(${hue} 62% 40%)`, `hsl(${second} 66% 28%)`]
    : [`hsl(${hue} 74% 93%)`, `hsl(${second} 76% 85%)`]
  const colors = dark
    ? { light: '#ffffff', pale: `hsl(${second} 88% 84%)`, deep: `hsl(${hue} 62% 32%)` }
    : { light: `hsl(${hue} 62% 38%)`, pale: `hsl(${second} 70% 56%)`, deep: `hsl(${hue} 70% 92%)` }
  const turn = numberOf(`turn ${slug}`, 4) * 45
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160">` +
    `<defs><linearGradient id="g" gradientTransform="rotate(${turn} .5 .5)"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<rect width="160" height="160" fill="url(#g)"/>${emblemOf(slug)(colors)}</svg>`
  )
}
