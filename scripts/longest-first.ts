import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What keeps a whole machine busy for a minute or so, the longest first. */
const hardest = ['crash', 'kill', 'ipc', 'sales', 'queue'].map((name) => `campaigns/${name}/${name}.test.ts`)
/** So many files lie between two of those, which would only get into each other's way. */
const BETWEEN = 4

/** Longest first, so that none runs on alone at the end: what waits for a real chain's blocks, with the hardest spread among it, then all else. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification): number =>
      hardest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))
    const others = sorted.filter((file) => placeOf(file) === -1)
    const waiting = others.filter(waitsForBlocks)
    const order = [...waiting, ...others.filter((file) => !waiting.includes(file))]
    const hard = sorted.filter((file) => placeOf(file) !== -1).sort((one, other) => placeOf(one) - placeOf(other))
    for (const [index, file] of hard.entries()) order.splice(index * (BETWEEN + 1), 0, file)
    return order
  }
}

/** Whether a test file opens a sandbox or a simulation, whose chain makes blocks at its own pace. */
export function waitsForBlocks({ moduleId }: Pick<TestSpecification, 'moduleId'>): boolean {
  return /\b(?:openTestSandbox|openSandbox|openSimulation|startSandbox)\b/.test(readFileSync(moduleId, 'utf8'))
}
