import { numberOf } from '../catalog/numbers.ts'
import { operatorNames } from '../catalog/operators.ts'
import { slugOf } from '../catalog/price.ts'
import { figures } from './figures.ts'
import { marks, type Mark } from './marks.ts'
import { objectMarks } from './object-marks.ts'

const drawings = { ...marks, ...objectMarks }

// Each mark shows what the brand's name speaks of, and no two brands share one.
const ownMarks: Readonly<Record<string, keyof typeof drawings>> = {
  'pixelforge-arcade': 'pad',
  questhollow: 'tower',
  'dragonfruit-games': 'fruit',
  orbitarcadia: 'rings',
  'larder-and-loaf': 'basket',
  'verduria-market': 'leaf',
  kornschatz: 'wheat',
  'sokoni-basket': 'sack',
  flickerbarn: 'sun',
  'lullabird-music': 'note',
  'thimble-and-twill': 'spool',
  cobblestep: 'stones',
  'taco-cometa': 'comet',
  'ramen-kumori': 'waves',
  'copperkettle-coffee': 'cup',
  moonmeal: 'moon',
  'ferrywing-rides': 'wings',
  'wanderfern-travel': 'compass',
  'featherinn-stays': 'feather',
  'inkwell-and-owl': 'owl',
  'libreria-luciernaga': 'book',
  volteria: 'bolt',
  'hearth-and-heather': 'flower',
  trailmarten: 'mountains',
  dewpetal: 'drop',
  'wagglewort-pets': 'paw',
  toybarrow: 'squares',
  'lumena-power': 'lamp',
  pharmalia: 'heart',
  'riverkind-fund': 'river',
  sandbox: 'hexagon',
  'nimbus-mobile': 'cloud',
  'skylark-esim': 'bird',
  'meridian-roam': 'globe',
  'albatross-roam': 'signal',
}
// Operators of one region are adjacent in the list, so they get figures of different kinds.
const numbered = new Map(
  operatorNames
    .map(slugOf)
    .filter((slug) => !Object.hasOwn(ownMarks, slug))
    .map((slug, index) => [slug, index]),
)

/** Returns a brand's mark: its own for every brand of the sandbox, one chosen by its name for others. */
export function emblemOf(slug: string): Mark {
  const own = Object.hasOwn(ownMarks, slug) ? ownMarks[slug] : undefined
  if (own !== undefined) return drawings[own]
  const number = numbered.get(slug) ?? numberOf(`figure ${slug}`, figures.length)
  return figures[number % figures.length] ?? marks.hexagon
}
