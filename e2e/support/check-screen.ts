/** Checks the screen that a walk has just opened; `name` says which. */
export type CheckScreen = (name: string) => Promise<void>

/** Windows of a desktop, of the same screen upright, of a narrow one and of the narrowest. */
export const windowSizes = {
  desk: { width: 1280, height: 800 },
  upright: { width: 800, height: 1280 },
  narrow: { width: 480, height: 800 },
  slim: { width: 360, height: 640 },
  /** The desktop's at 200 %. */
  zoomed: { width: 640, height: 400 },
} as const
