import { decode, encode } from 'fast-png'

/** How many of the most common colours stay exact. */
const EXACT = 64
const MAX_COLOURS = 256

/** A colour as red, green and blue in one number. */
type Colour = number
type Counted = readonly [colour: Colour, dots: number]

/**
 * Returns a PNG with at most 256 colours and the given height, a third of a screenshot's size. The most common colours stay
 * exact; the others become the mean of similar ones (Heckbert's median cut, 1982).
 */
export function shrinkPicture(png: Uint8Array, mostHeight = Number.POSITIVE_INFINITY): Uint8Array {
  const { width, height: full, channels, data } = decode(png)
  const height = Math.min(full, mostHeight)
  const dots = Array.from({ length: width * height }, (_, dot) => {
    const at = dot * channels
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
  })
  const groups = groupColours(dots)
  const indexes = new Map(groups.flatMap((group, index) => group.map(([colour]) => [colour, index] as const)))
  const indexed = Uint8Array.from(dots, (colour) => indexes.get(colour) ?? 0)
  const image = { width, height, channels: 1, depth: 8, data: indexed, palette: groups.map(meanOf) } as const
  return encode(image, { zlib: { level: 9 } })
}

/** Groups a picture's colours; each group will be shown as one colour. */
function groupColours(dots: readonly Colour[]): Counted[][] {
  const counts = new Map<Colour, number>()
  for (const colour of dots) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const sorted: Counted[] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (sorted.length <= MAX_COLOURS) return sorted.map((one) => [one])
  return [...sorted.slice(0, EXACT).map((one) => [one]), ...cut(sorted.slice(EXACT), MAX_COLOURS - EXACT)]
}

interface Cuttable {
  readonly group: Counted[]
  readonly channel: 0 | 1 | 2
  /** The benefit of cutting the group: its dots times the squared range of its colours. */
  readonly worth: number
}

/** Cuts the group with the highest worth in two halves of equal dots, until there are `most` groups. */
function cut(colours: Counted[], most: number): Counted[][] {
  const groups = [measure(colours)]
  while (groups.length < most) {
    const best = groups.reduce((one, other) => (other.worth > one.worth ? other : one))
    if (best.worth === 0) break
    const { group, channel } = best
    const sorted = group.toSorted(([a], [b]) => channelsOf(a)[channel] - channelsOf(b)[channel])
    const middle = halfOf(sorted)
    groups.splice(groups.indexOf(best), 1, measure(sorted.slice(0, middle)), measure(sorted.slice(middle)))
  }
  return groups.map(({ group }) => group)
}

function halfOf(sorted: readonly Counted[]): number {
  const half = dotsOf(sorted) / 2
  let passed = 0
  const middle = sorted.findIndex(([, dots]) => (passed += dots) >= half)
  return Math.min(Math.max(1, middle), sorted.length - 1)
}

function measure(group: Counted[]): Cuttable {
  const ranges = ([0, 1, 2] as const).map((channel) => {
    const values = group.map(([colour]) => channelsOf(colour)[channel])
    return { channel, range: Math.max(...values) - Math.min(...values) }
  })
  const { channel, range } = ranges.reduce((one, other) => (other.range > one.range ? other : one))
  return { group, channel, worth: range ** 2 * dotsOf(group) }
}

function dotsOf(group: readonly Counted[]): number {
  return group.reduce((sum, [, dots]) => sum + dots, 0)
}

function meanOf(group: readonly Counted[]): [number, number, number] {
  const all = dotsOf(group)
  const mean = (channel: 0 | 1 | 2): number =>
    Math.round(group.reduce((sum, [colour, dots]) => sum + channelsOf(colour)[channel] * dots, 0) / all)
  return [mean(0), mean(1), mean(2)]
}

function channelsOf(colour: Colour): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}
