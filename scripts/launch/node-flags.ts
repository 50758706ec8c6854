/**
 * Node's flags for the process behind a Chromium window. V8 gives new objects 1 MB at first. In a traced start it collected garbage eight
 * times before the first tile, once in the whole heap; with 8 MB three times.
 */
export const nodeFlags = ['--min-semi-space-size=8'] as const
