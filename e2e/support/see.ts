/** Looks at the screen that a walk has just brought up; `name` says which it is. */
export type See = (name: string) => Promise<void>

/** The window of a desk, of the same screen turned upright, of a narrow one and of the narrowest. */
export const windows = {
  desk: { width: 1280, height: 800 },
  upright: { width: 800, height: 1280 },
  narrow: { width: 480, height: 800 },
  slim: { width: 360, height: 640 },
} as const
