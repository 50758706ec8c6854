import { around, type Mark, type MarkColors } from './marks.ts'

// Plain figures for names that suggest no picture, on the 160 by 160 field of all marks.
type Point = readonly [x: number, y: number]

const at = (angle: number, radius: number): Point => {
  const turned = ((angle - 90) * Math.PI) / 180
  return [80 + Math.cos(turned) * radius, 80 + Math.sin(turned) * radius]
}
const written = (value: number): string => String(Number(value.toFixed(1)))
const path = (points: readonly Point[]): string => `M${points.map((point) => point.map(written).join(' ')).join('L')}z`
const corners = (count: number, radius: number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, index) => at((360 / count) * index + turn, radius))
const dot = ([x, y]: Point, radius: number, fill: string): string =>
  `<circle cx="${written(x)}" cy="${written(y)}" r="${radius}" fill="${fill}"/>`
const lines = (width: number, drawn: string): string =>
  `<g fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`

const roundPetals =
  (count: number): Mark =>
  ({ light, pale }) =>
    around(
      count,
      (angle) =>
        `<ellipse cx="80" cy="52" rx="${count > 4 ? 13 : 20}" ry="26" fill="${light}" transform="rotate(${angle} 80 80)"/>`,
    ) + dot([80, 80], 11, pale)
const blades =
  (count: number): Mark =>
  ({ light, pale }) =>
    around(
      count,
      (angle) =>
        `<path d="M80 80C54 66 56 40 80 26 88 46 90 62 80 80z" fill="${light}" transform="rotate(${angle} 80 80)"/>`,
    ) + dot([80, 80], 8, pale)
const beads =
  (count: number, size: number): Mark =>
  ({ light, pale }) =>
    corners(count, 40)
      .map((point) => dot(point, size, light))
      .join('') + dot([80, 80], 15, pale)
const star =
  (count: number, inner: number): Mark =>
  ({ light, pale }) =>
    `<path d="${path(corners(count, 50).flatMap((point, index) => [point, at((360 / count) * (index + 0.5), inner)]))}" fill="${light}" stroke="${light}" stroke-width="6" stroke-linejoin="round"/>` +
    dot([80, 80], inner / 2.4, pale)
const nested =
  (count: number, turn = 0): Mark =>
  ({ light, pale }) =>
    `<path d="${path(corners(count, 48, turn))}" fill="none" stroke="${light}" stroke-width="11" stroke-linejoin="round"/>` +
    `<path d="${path(corners(count, 20, turn))}" fill="${pale}" stroke="${pale}" stroke-width="6" stroke-linejoin="round"/>`
const bars =
  (heights: string): Mark =>
  ({ light, pale }) => {
    const step = 88 / heights.length
    return [...heights]
      .map((height, index) => {
        const tall = Number(height) * 20
        const fill = index === heights.length - 1 ? pale : light
        return `<rect x="${written(38 + index * step)}" y="${written(80 - tall / 2)}" width="${written(step - 8)}" height="${tall}" rx="${written((step - 8) / 2)}" fill="${fill}"/>`
      })
      .join('')
  }
/** A pattern of nine dots, row by row: `o` in the first colour, `x` in the second. */
const grid =
  (dots: string): Mark =>
  ({ light, pale }) =>
    [...dots]
      .map((mark, index) =>
        mark === '.'
          ? ''
          : dot([46 + (index % 3) * 34, 46 + Math.floor(index / 3) * 34], 14, mark === 'o' ? light : pale),
      )
      .join('')
// A quarter of a disc in a tile of 42, by the corner of its centre.
const quarters: Readonly<Record<string, string>> = {
  a: 'M0 0h42A42 42 0 0 1 0 42z',
  b: 'M42 0v42A42 42 0 0 1 0 0z',
  c: 'M42 42H0A42 42 0 0 1 42 0z',
  d: 'M0 42V0a42 42 0 0 1 42 42z',
  s: 'M0 0h42v42H0z',
}
/** Four tiles, row by row, each by its letter. */
const tiles =
  (letters: string): Mark =>
  ({ light, pale }) =>
    [...letters]
      .map((letter, index) => {
        const [x, y] = [37 + (index % 2) * 44, 37 + Math.floor(index / 2) * 44]
        return `<path transform="translate(${x} ${y})" d="${quarters[letter] ?? ''}" fill="${index % 3 === 0 ? light : pale}"/>`
      })
      .join('')
/** Lines, the last of them in the second colour. */
const strokes =
  (width: number, ...drawn: readonly string[]): Mark =>
  ({ light, pale }) =>
    lines(
      width,
      drawn.map((d, index) => `<path d="${d}" stroke="${index === drawn.length - 1 ? pale : light}"/>`).join(''),
    )
const discs =
  (...placed: readonly (readonly [x: number, y: number, radius: number])[]): Mark =>
  ({ light, pale }: MarkColors) =>
    placed.map(([x, y, radius], index) => dot([x, y], radius, index === placed.length - 1 ? pale : light)).join('')

/** Figures that all look different; neighbours in the list are of different kinds. */
export const figures: readonly Mark[] = [
  roundPetals(3),
  bars('24'),
  strokes(12, 'M44 104L80 68l36 36', 'M44 74l36-36 36 36'),
  grid('.o.oxo.o.'),
  star(4, 18),
  tiles('abcd'),
  nested(3),
  strokes(11, 'M40 120a80 80 0 0 1 80-80', 'M68 120a52 52 0 0 1 52-52', 'M98 120a22 22 0 0 1 22-22'),
  beads(5, 14),
  discs([64, 80, 32], [100, 80, 22]),
  blades(3),
  bars('132'),
  strokes(12, 'M44 44l32 36-32 36', 'M84 44l32 36-32 36'),
  grid('o.o.x.o.o'),
  star(5, 24),
  tiles('cdab'),
  nested(4),
  strokes(11, 'M80 80m-8 0a8 8 0 1 1 16 0 24 24 0 1 1-40 4 34 34 0 0 1 64-18 46 46 0 0 1-42 58'),
  beads(8, 10),
  discs([80, 54, 24], [56, 98, 24], [104, 98, 24]),
  blades(5),
  bars('2413'),
  strokes(12, 'M36 100l22-40 22 40 22-40 22 40'),
  grid('ooooxoooo'),
  star(8, 34),
  tiles('acca'),
  nested(5),
  strokes(11, 'M36 62a62 62 0 0 1 88 0', 'M54 86a36 36 0 0 1 52 0', 'M80 112v.1'),
  roundPetals(4),
  discs([80, 80, 48], [80, 80, 24]),
  blades(8),
  bars('4321'),
  strokes(12, 'M80 36v88', 'M50 52v56', 'M110 52v56'),
  grid('o..oo.oox'),
  star(3, 20),
  tiles('bdbd'),
  nested(8, 22.5),
  strokes(12, 'M58 40c-24 26 24 54 0 80', 'M102 40c-24 26 24 54 0 80'),
  beads(3, 22),
  discs([46, 80, 12], [80, 80, 20], [120, 80, 12]),
  roundPetals(8),
  bars('13431'),
  strokes(14, 'M42 118L118 42', 'M42 74l32-32', 'M86 118l32-32'),
  grid('oxo...oxo'),
  star(12, 36),
  tiles('sasc'),
  nested(4, 45),
  strokes(11, 'M80 80c-20-34-50-24-46 2s34 22 46-2', 'M80 80c20-34 50-24 46 2s-34 22-46-2'),
  beads(6, 16),
  discs([60, 60, 22], [104, 60, 14], [60, 104, 14], [104, 104, 22]),
  blades(4),
  bars('31413'),
  strokes(12, 'M46 46h68v68', 'M46 74v40h40', 'M74 74h12v12'),
  grid('x.o.o.o.x'),
  tiles('dbsa'),
  nested(6, 30),
]
