import { DeclaredEmitter } from './declarations.ts'
import { assertReady, type Bounds, type World } from './world.ts'

/** A display, the primary one first. */
export interface StandInDisplay {
  readonly id: number
  readonly bounds: Bounds
}

/** Electron's `screen` (docs/api/screen.md). */
export class StandInScreen extends DeclaredEmitter {
  readonly #world: World

  constructor(world: World) {
    super('Screen')
    this.#world = world
  }

  getAllDisplays(): readonly StandInDisplay[] {
    assertReady(this.#world, 'screen', 'docs/api/screen.md')
    return this.#world.displays
  }

  getPrimaryDisplay(): StandInDisplay {
    return displayMatching(this.getAllDisplays(), { x: 0, y: 0, width: 1, height: 1 })
  }

  getDisplayMatching(bounds: Bounds): StandInDisplay {
    return displayMatching(this.getAllDisplays(), bounds)
  }
}

/** Returns the display that shows most of a rectangle, the primary one if none shows any. */
export function displayMatching(displays: readonly StandInDisplay[], bounds: Bounds): StandInDisplay {
  const [most] = displays.toSorted((a, b) => overlap(b.bounds, bounds) - overlap(a.bounds, bounds))
  if (most === undefined) throw new Error('There is always a display')
  return most
}

function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
