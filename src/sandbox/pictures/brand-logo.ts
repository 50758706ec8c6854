import { numberOf } from '../catalog/numbers.ts'
import { marks } from './marks.ts'

/** A brand's logo as SVG, drawn from its slug alone: its own colours, ground and mark, always the same. */
export function brandLogo(slug: string): string {
  const hue = numberOf(`hue ${slug}`, 360)
  const second = (hue + 24 + numberOf(`second ${slug}`, 50)) % 360
  const mark = marks[numberOf(`mark ${slug}`, marks.length)]
  const dark = numberOf(`ground ${slug}`, 3) > 0
  const [from, to] = dark
    ? [`hsl(${hue} 62% 38%)`, `hsl(${second} 66% 27%)`]
    : [`hsl(${hue} 70% 93%)`, `hsl(${second} 72% 84%)`]
  const colors = dark
    ? { light: '#ffffff', pale: `hsl(${second} 85% 82%)`, deep: `hsl(${hue} 62% 30%)` }
    : { light: `hsl(${hue} 62% 38%)`, pale: `hsl(${second} 70% 55%)`, deep: `hsl(${hue} 60% 90%)` }
  const turn = numberOf(`turn ${slug}`, 4) * 45
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160">` +
    `<defs><linearGradient id="g" gradientTransform="rotate(${turn} .5 .5)"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<rect width="160" height="160" fill="url(#g)"/>${mark?.(colors) ?? ''}</svg>`
  )
}
